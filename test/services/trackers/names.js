// Words for the names of invented apps and their creators.

/** @param {string} list separated by commas */
function words(list) {
  return list.trim().split(/,\s+/);
}

/** Apps as `Name`, or as `Name|slug` if the last part of the package name can't be derived from the name. */
export const APPLICATIONS = words(`
  Tramway, Larder, Field Notes, Quill, Almanac, Birdsong, Kettle, Foxglove, Tidewatch, Orchard,
  Paper Trail|paper_trail, Signal Box|SignalBox, Waymark, Hearthside, Loom, Penny Jar, Sundial, Ferryman,
  Greenhouse, Copperplate, Nightjar, Bookbinder, Rainfall, Trellis, Café Ráfaga|cafe.rafaga, Übersicht|uebersicht,
  Łódka|lodka, 日々の歩み|hibi, Ямщик|yamshchik, Señal|senal, Smörgås|smorgas, Compass Rose, Lighthouse Keeper,
  Sparrow Mail, Stillwater, Quarry, Gooseberry, Hedgerow, Drum Circle, Toolshed, Magpie, Slow Cooker, Skylark,
  Tin Whistle, Harvest Moon, Plumb Line, Driftwood, Inkwell, Switchback, Cairn, Moss & Fern|mossfern,
  Post Office Cat, Kite Weather, Ledger Lines, Barometer, Night Bus, Allotment, Bread Clock, Chalkboard, Tideline,
  Semaphore, Little Library, Thimble, Rowan, Backgammon Night, Cellar Door, Milk Round, Swift Count, Puddle,
  Weather Cock, Bell Tower, Whittle, Campfire Songs, Dry Dock, Snowdrop, Corner Shop, Metronome, Woodpile,
  Tea Leaves, Grindstone, Long Division, Sea Legs, Parish Map, Sleeper Train, Button Box, Wren,
  Salt & Lemon|saltlemon, Four Winds, Evening Class, Pond Life, Yarn Ball, Silver Birch, Steam Gauge, Market Day,
  Cloud Chamber, Dead Reckoning, Ember, Quiet Carriage, Potting Bench, Road Atlas, Star Wheel, Village Hall,
  Ripple, Snail Mail, Turnstile, Under the Clock, Viaduct, Wax Seal, Yesterday's Paper|yesterday, Zephyr, Anvil,
  Bramble, Crosswind, Dovetail, Eaves, Finch, Gable, Halyard, Isobar, Juniper, Keystone, Lattice, Marrow, Nutmeg,
  Oakum, Pewter, Quince, Rookery, Sextant, Teasel, Umber, Verge, Wicket, Yarrow, Zinnia, Aftermath, Balcony,
  Cartwheel, Daybreak, Elsewhere, Footbridge, Gatepost, Homeward, Ironwood, Jigsaw, Knapsack, Lamplight, Millrace,
  Northbound, Outpost, Ñandú|nandu
`);

export const QUALIFIERS = words(`
  Pocket, Little, Open, My, City, Daily, Quick, Family, Travel, Kids, Garden, Coast, Metro, Nordic, Offline, Night,
  Sunday, Island, Winter, Summer, Mountain, River, Village, Student, Classic, Simple, Shared, Silent, Golden, Blue,
  Red, Green, Old, New, Tiny, Grand, Wild, Weekend, Morning, Evening
`);

export const PUBLISHERS = words(`
  northmoor, bluefen, alderbrook, kestrelhill, stonegate, fairwater, hollowoak, brightling, saltmarsh, redfern,
  greywacke, lindenrow, thornbury, elmswell, ravenscar, millford, ashcombe, wintersett, marlpit, cobblehill,
  danesmoor, eastholm, foxhollow, glenmore, hartwell, inglewood, jarrowby, kingsmere, larkrise, merrifield,
  netherby, otterburn, pennyfield, quarrington, rushmere, silverdale, tarnside, uplands, vinegate, westering,
  yewtree, amberley, birchover, coldharbour, drystone, endmoor, firbank, goldacre, highcliff, ivybridge,
  juniperhill, knollside, longreach, mossgiel, newlyn, oldcastle, priorsgate, quayside, roundhay, seathwaite,
  threeoaks, underbank, valehouse, wheatley
`);

export const PEOPLE = words(`
  Ines Marchetti, Tomasz Łuczak, Maren Vogel, Oluwaseun Adeyemi, Priya Raghunathan, Elif Yıldız, Björn Åkesson,
  Noor el-Amrani, Hanako Ishii, Caoimhe Doyle, Mateo Quispe, Lena Hofstätter
`);

/** Permissions, and the percentage of apps that request each. */
export const PERMISSIONS = /** @type {const} */ ([
  ["android.permission.INTERNET", 94],
  ["android.permission.ACCESS_NETWORK_STATE", 88],
  ["android.permission.WAKE_LOCK", 66],
  ["android.permission.FOREGROUND_SERVICE", 52],
  ["com.google.android.c2dm.permission.RECEIVE", 48],
  ["android.permission.ACCESS_WIFI_STATE", 46],
  ["android.permission.VIBRATE", 44],
  ["android.permission.RECEIVE_BOOT_COMPLETED", 42],
  ["android.permission.WRITE_EXTERNAL_STORAGE", 38],
  ["android.permission.READ_EXTERNAL_STORAGE", 34],
  ["android.permission.POST_NOTIFICATIONS", 34],
  ["com.google.android.gms.permission.AD_ID", 30],
  ["com.google.android.finsky.permission.BIND_GET_INSTALL_REFERRER_SERVICE", 28],
  ["android.permission.CAMERA", 27],
  ["android.permission.ACCESS_FINE_LOCATION", 25],
  ["android.permission.ACCESS_COARSE_LOCATION", 25],
  ["com.android.vending.BILLING", 22],
  ["android.permission.ACCESS_ADSERVICES_AD_ID", 18],
  ["android.permission.ACCESS_ADSERVICES_ATTRIBUTION", 16],
  ["android.permission.BLUETOOTH", 15],
  ["android.permission.READ_MEDIA_IMAGES", 14],
  ["android.permission.RECORD_AUDIO", 14],
  ["android.permission.USE_BIOMETRIC", 13],
  ["android.permission.READ_CONTACTS", 12],
  ["android.permission.READ_PHONE_STATE", 12],
  ["android.permission.SCHEDULE_EXACT_ALARM", 10],
  ["android.permission.BLUETOOTH_CONNECT", 10],
  ["android.permission.GET_ACCOUNTS", 9],
  ["android.permission.REQUEST_IGNORE_BATTERY_OPTIMIZATIONS", 9],
  ["android.permission.USE_FULL_SCREEN_INTENT", 8],
  ["android.permission.ACCESS_BACKGROUND_LOCATION", 7],
  ["android.permission.NFC", 7],
  ["android.permission.ACTIVITY_RECOGNITION", 6],
  ["android.permission.SYSTEM_ALERT_WINDOW", 6],
  ["android.permission.QUERY_ALL_PACKAGES", 6],
  ["com.sec.android.provider.badge.permission.READ", 5],
  ["com.huawei.android.launcher.permission.CHANGE_BADGE", 5],
  ["com.sonyericsson.home.permission.BROADCAST_BADGE", 4],
  ["android.permission.READ_CALENDAR", 4],
  ["android.permission.WRITE_SETTINGS", 3],
  ["android.permission.REQUEST_INSTALL_PACKAGES", 3],
  ["android.permission.PACKAGE_USAGE_STATS", 2],
  ["android.permission.READ_SMS", 2],
  ["android.permission.BODY_SENSORS", 1],
]);

const SOUNDS = words(`
  Beacon, Pixel, Audience, Signal, Metric, Funnel, Insight, Reach, Banner, Cohort, Footfall, Session, Click, Tally,
  Crash, Persona, Offer, Retarget, Geofence, Uplift, Sampler, Install, Lookalike, Heatmap, Journey
`);
const ENDINGS = words(`
  moor, fen, wright, loft, gate, mill, mint, field, cast, grove, lane, port, well, forge, stone, ridge, barn, yard
`);

/** Returns the name of the n-th invented tracker, unique below 450. @param {number} place */
export function trackerName(place) {
  const sound = SOUNDS[place % SOUNDS.length] ?? "";
  return `${sound}${ENDINGS[((place % SOUNDS.length) + Math.floor(place / SOUNDS.length)) % ENDINGS.length]}`;
}
