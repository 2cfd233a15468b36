extension AppConfiguration {
    /// Decodes the settings; what is wrong is collected by the decoder.
    init(
        environment: AppEnvironment,
        layers: SettingLayers,
        decoder: inout SettingDecoder,
        databasePath: String
    ) {
        let seed = decoder.checked(.apiSeed, SettingRules.seed)
        let nationalities = decoder.checked(.apiNationalities, SettingRules.nationalities)
        let token = decoder.checked(.apiAccessToken, SettingRules.token)
        self.init(
            environment: environment,
            appName: decoder.text(.appName),
            appBundleID: decoder.checked(.appBundleID, SettingRules.bundleID),
            appVersion: decoder.text(.appVersion),
            isStorybook: decoder.boolean(.isStorybook),
            apiEndpointURL: decoder.checked(.apiEndpointURL, SettingRules.endpoint),
            apiVersion: decoder.checked(.apiVersion, SettingRules.version),
            apiSeed: seed.isEmpty ? nil : seed,
            apiNationalities: nationalities.isEmpty || nationalities.lowercased() == "all" ? nil : nationalities,
            apiPageSize: decoder.integer(.apiPageSize, in: 1...5_000),
            apiTimeout: decoder.seconds(.apiTimeoutSeconds, in: 1...3_600, leastMilliseconds: 100),
            apiRetryLimit: decoder.integer(.apiRetryLimit, in: 0...10),
            apiAccessToken: token.isEmpty ? nil : Secret(token),
            cacheTTL: decoder.seconds(.cacheTTLSeconds, in: 0...31_536_000, leastMilliseconds: 0),
            cacheMemoryLimit: decoder.integer(.cacheMemoryLimit, in: 0...17_179_869_184, unit: "bytes"),
            databasePath: databasePath,
            logLevel: decoder.choice(
                .logLevel,
                default: .warning,
                allowed: "fatal, error, warning, info, debug or trace",
                LogLevel.init(name:)
            )
        )
        if let last = seed.utf8.last, (0x30...0x39).contains(last) {
            decoder.warn(.apiSeed, "it ends in a digit, so that its pages repeat those of other seeds; add a letter.")
        }
    }
}
