/// Words for user names and passwords, common to all nations.
enum CommonWords {
    static let adjectives = words(
        """
        amber brave bright brisk calm clever coral cosmic crimson curious daring eager early fancy fierce gentle giddy
        golden grand hazel hidden humble icy indigo jolly keen lively lucky lunar mellow merry mighty misty modest noble
        olive orange patient plain proud purple quick quiet rapid rosy royal rusty scarlet sharp silent silver smooth
        snowy solar spotted steady stormy striped sunny swift tall tidy tiny velvet vivid wandering warm wild windy witty
        """
    )

    static let nouns = words(
        """
        badger beaver bison bobcat camel canary cheetah condor cougar coyote crane cricket dolphin donkey dragonfly eagle
        falcon ferret finch gazelle gecko gibbon goose heron hornet ibex jackal jaguar kestrel koala lemur lizard lobster
        lynx magpie marmot meerkat moose narwhal newt ocelot octopus osprey otter owl panther parrot pelican penguin
        pigeon puffin python quail rabbit raccoon raven salmon seal sparrow squid stork swan tapir tiger toucan turtle
        viper walrus weasel wombat yak zebra
        """
    )

    static let passwords = words(
        """
        admiral1 afternoon almanac anchor99 applepie backpack balloon bicycle birthday blanket bluebell bonfire
        bookshelf breakfast bumblebee buttercup cabbage candle42 caramel carousel catapult chestnut chimney cinnamon
        clockwork cobweb coconut cornflower daydream dominoes doorbell driftwood evergreen fairytale fiddler fireside
        fishcake flapjack footpath fountain gardener goldfish grapevine hammock harvest hedgehog honeycomb icecream
        jellybean jigsaw7 kettle12 ladybird lemonade lighthouse marmalade midnight mountain mushroom nightfall notebook
        orchard overcoat pancake paperclip peppermint pinecone porridge pumpkin quicksand rainbow5 rowboat sailboat
        sandcastle scarecrow seashell skylark snowflake spinach starfish sunflower teapot88 thimble thunder umbrella
        vanilla village waterfall weekend whistle wildcat windmill woodpecker yesterday zeppelin
        """
    )

    private static func words(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
