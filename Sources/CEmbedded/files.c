#include "CEmbedded.h"

// #embed is part of C23; clang supports it in other dialects as an extension.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define FILE_OF(name) const struct embedded_file embedded_##name = {name, sizeof name}

static const uint8_t csv_headers[] = {
#embed "Files/csv-headers.txt"
};
FILE_OF(csv_headers);

static const uint8_t nations[] = {
#embed "Files/nations.txt"
};
FILE_OF(nations);

static const uint8_t plain_letters[] = {
#embed "Files/plain-letters.txt"
};
FILE_OF(plain_letters);

static const uint8_t latin_letters[] = {
#embed "Files/latin-letters.txt"
};
FILE_OF(latin_letters);

static const uint8_t han_readings[] = {
#embed "Files/han-readings.txt"
};
FILE_OF(han_readings);

static const uint8_t given_names[] = {
#embed "Files/given-names.txt"
};
FILE_OF(given_names);

static const uint8_t phone_plans[] = {
#embed "Files/phone-plans.txt"
};
FILE_OF(phone_plans);

static const uint8_t country_names[] = {
#embed "Files/country-names.txt"
};
FILE_OF(country_names);

static const uint8_t base_xcconfig[] = {
#embed "../../Configurations/Base.xcconfig"
};
FILE_OF(base_xcconfig);

static const uint8_t dev_xcconfig[] = {
#embed "../../Configurations/DEV.xcconfig"
};
FILE_OF(dev_xcconfig);

static const uint8_t qc_xcconfig[] = {
#embed "../../Configurations/QC.xcconfig"
};
FILE_OF(qc_xcconfig);

static const uint8_t prod_xcconfig[] = {
#embed "../../Configurations/PROD.xcconfig"
};
FILE_OF(prod_xcconfig);
