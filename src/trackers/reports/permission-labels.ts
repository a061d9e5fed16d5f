import { l10n } from "../../workbench/text/l10n.ts";
import { shortName } from "../model/permissions.ts";
import type { Group, Level } from "../model/permissions.ts";

export interface LevelWords {
  readonly name: string;
  /** How it is granted. */
  readonly how: string;
}

export function levelWords(level: Level): LevelWords {
  switch (level) {
    case "dangerous":
      return { name: l10n.t("Dangerous"), how: l10n.t("asked for while the app runs") };
    case "special":
      return { name: l10n.t("Special access"), how: l10n.t("switched on in the system settings") };
    case "normal":
      return { name: l10n.t("Normal"), how: l10n.t("granted without asking") };
    case "system":
      return { name: l10n.t("System"), how: l10n.t("granted to the system and what its maker signs") };
    case "unknown":
      return { name: l10n.t("Not in Android’s list"), how: l10n.t("defined by vendors or the app itself") };
  }
}

/** What Android calls the group when it asks. */
export function groupWords(group: Group): string {
  switch (group) {
    case "activityRecognition":
      return l10n.t("Physical activity");
    case "calendar":
      return l10n.t("Calendar");
    case "callLog":
      return l10n.t("Call logs");
    case "camera":
      return l10n.t("Camera");
    case "contacts":
      return l10n.t("Contacts");
    case "location":
      return l10n.t("Location");
    case "microphone":
      return l10n.t("Microphone");
    case "nearby":
      return l10n.t("Nearby devices");
    case "notifications":
      return l10n.t("Notifications");
    case "phone":
      return l10n.t("Phone");
    case "sensors":
      return l10n.t("Body sensors");
    case "sms":
      return l10n.t("SMS");
    case "storage":
      return l10n.t("Files");
    case "music":
      return l10n.t("Music and audio");
    case "pictures":
      return l10n.t("Photos and videos");
    case "tracking":
    case "fineTracking":
      return l10n.t("Eye, face and room tracking");
    case "health":
      return l10n.t("Health Connect");
  }
}

let allowed: ReadonlyMap<string, string> | undefined;

/** What a permission allows, in a few words; undefined for those that need more, or that nobody has described here. */
export function permissionWords(name: string): string | undefined {
  allowed ??= new Map(Object.entries({ ...dangerous(), ...special(), ...normal(), ...vendors() }));
  return allowed.get(shortName(name));
}

function dangerous(): Readonly<Record<string, string>> {
  return {
    ACCEPT_HANDOVER: l10n.t("Take over a call from another app"),
    ACCESS_BACKGROUND_LOCATION: l10n.t("Location while the app is not in use"),
    ACCESS_COARSE_LOCATION: l10n.t("Approximate location"),
    ACCESS_FINE_LOCATION: l10n.t("Exact location"),
    ACCESS_MEDIA_LOCATION: l10n.t("Where photos and videos were taken"),
    ACTIVITY_RECOGNITION: l10n.t("Steps, and whether one walks, cycles or drives"),
    ANSWER_PHONE_CALLS: l10n.t("Answer calls"),
    BLUETOOTH_ADVERTISE: l10n.t("Be found by Bluetooth devices nearby"),
    BLUETOOTH_CONNECT: l10n.t("Connect to paired Bluetooth devices"),
    BLUETOOTH_SCAN: l10n.t("Find Bluetooth devices nearby"),
    BODY_SENSORS: l10n.t("Heart rate and other body sensors"),
    BODY_SENSORS_BACKGROUND: l10n.t("Body sensors while the app is not in use"),
    CALL_PHONE: l10n.t("Call numbers without asking"),
    CAMERA: l10n.t("Take pictures and record video"),
    EYE_TRACKING_COARSE: l10n.t("Roughly where one looks"),
    EYE_TRACKING_FINE: l10n.t("Exactly where one looks"),
    FACE_TRACKING: l10n.t("Movements of the face"),
    GET_ACCOUNTS: l10n.t("Which accounts are on the phone"),
    HAND_TRACKING: l10n.t("Movements of the hands"),
    HEAD_TRACKING: l10n.t("Movements of the head"),
    NEARBY_WIFI_DEVICES: l10n.t("Find and connect to Wi-Fi devices nearby"),
    POST_NOTIFICATIONS: l10n.t("Show notifications"),
    PROCESS_OUTGOING_CALLS: l10n.t("See and redirect numbers that are dialled"),
    RANGING: l10n.t("Distance to devices nearby"),
    READ_CALENDAR: l10n.t("Read the calendar"),
    READ_CALL_LOG: l10n.t("Read who called and was called"),
    READ_CELL_BROADCASTS: l10n.t("Read emergency broadcasts"),
    READ_CONTACTS: l10n.t("Read the contacts"),
    READ_EXTERNAL_STORAGE: l10n.t("Read shared files"),
    READ_MEDIA_AUDIO: l10n.t("Read music and recordings"),
    READ_MEDIA_IMAGES: l10n.t("Read pictures"),
    READ_MEDIA_VIDEO: l10n.t("Read videos"),
    READ_MEDIA_VISUAL_USER_SELECTED: l10n.t("Read the pictures and videos that one chose"),
    READ_PHONE_NUMBERS: l10n.t("Read the phone number"),
    READ_PHONE_STATE: l10n.t("Phone number, network and state of calls"),
    READ_SMS: l10n.t("Read text messages"),
    RECEIVE_MMS: l10n.t("Receive multimedia messages"),
    RECEIVE_SMS: l10n.t("Receive text messages"),
    RECEIVE_WAP_PUSH: l10n.t("Receive WAP messages"),
    RECORD_AUDIO: l10n.t("Record sound"),
    SCENE_UNDERSTANDING_COARSE: l10n.t("Rough shape of the room"),
    SCENE_UNDERSTANDING_FINE: l10n.t("Exact shape of the room"),
    SEND_SMS: l10n.t("Send text messages, which may cost money"),
    USE_SIP: l10n.t("Make and receive internet calls"),
    UWB_RANGING: l10n.t("Exact position of devices nearby"),
    WRITE_CALENDAR: l10n.t("Change the calendar"),
    WRITE_CALL_LOG: l10n.t("Change who called and was called"),
    WRITE_CONTACTS: l10n.t("Change the contacts"),
    WRITE_EXTERNAL_STORAGE: l10n.t("Change shared files"),
    "com.android.voicemail.permission.ADD_VOICEMAIL": l10n.t("Add messages to the voicemail"),
  };
}

function special(): Readonly<Record<string, string>> {
  return {
    ACCESS_NOTIFICATIONS: l10n.t("Read and clear notifications"),
    INTERACT_ACROSS_PROFILES: l10n.t("Connect the work profile and the private one"),
    LOADER_USAGE_STATS: l10n.t("How apps are loaded"),
    MANAGE_EXTERNAL_STORAGE: l10n.t("Read and change all shared files"),
    MANAGE_MEDIA: l10n.t("Change pictures and videos without asking each time"),
    MANAGE_ONGOING_CALLS: l10n.t("See and control calls of other apps"),
    MEDIA_ROUTING_CONTROL: l10n.t("Choose where sound is played"),
    PACKAGE_USAGE_STATS: l10n.t("Which apps are used, and when"),
    REQUEST_INSTALL_PACKAGES: l10n.t("Install other apps"),
    SCHEDULE_EXACT_ALARM: l10n.t("Wake the phone at an exact time"),
    SMS_FINANCIAL_TRANSACTIONS: l10n.t("Read text messages of banks"),
    SYSTEM_ALERT_WINDOW: l10n.t("Draw over other apps"),
    TURN_SCREEN_ON: l10n.t("Turn on the screen"),
    USE_FULL_SCREEN_INTENT: l10n.t("Show notifications over the whole screen"),
    WRITE_SETTINGS: l10n.t("Change system settings"),
    WRITE_SYSTEM_PREFERENCES: l10n.t("Change preferences of the system"),
  };
}

function normal(): Readonly<Record<string, string>> {
  return {
    ACCESS_LOCATION_EXTRA_COMMANDS: l10n.t("Control how the location is found"),
    ACCESS_NETWORK_STATE: l10n.t("See which networks are there"),
    ACCESS_NOTIFICATION_POLICY: l10n.t("See and change Do Not Disturb"),
    ACCESS_WIFI_STATE: l10n.t("See which Wi-Fi is connected"),
    BLUETOOTH: l10n.t("Connect to paired Bluetooth devices"),
    BLUETOOTH_ADMIN: l10n.t("Find and pair Bluetooth devices"),
    BROADCAST_STICKY: l10n.t("Send messages to apps that stay"),
    CHANGE_NETWORK_STATE: l10n.t("Change network connections"),
    CHANGE_WIFI_MULTICAST_STATE: l10n.t("Receive what is sent to all in the Wi-Fi"),
    CHANGE_WIFI_STATE: l10n.t("Connect and disconnect Wi-Fi"),
    DISABLE_KEYGUARD: l10n.t("Turn off the screen lock where it has no password"),
    EXPAND_STATUS_BAR: l10n.t("Open and close the status bar"),
    FLASHLIGHT: l10n.t("Use the torch"),
    FOREGROUND_SERVICE: l10n.t("Go on working with a notification"),
    FOREGROUND_SERVICE_CAMERA: l10n.t("Go on using the camera with a notification"),
    FOREGROUND_SERVICE_CONNECTED_DEVICE: l10n.t("Stay connected to devices with a notification"),
    FOREGROUND_SERVICE_DATA_SYNC: l10n.t("Go on transferring files with a notification"),
    FOREGROUND_SERVICE_LOCATION: l10n.t("Go on using the location with a notification"),
    FOREGROUND_SERVICE_MEDIA_PLAYBACK: l10n.t("Go on playing with a notification"),
    FOREGROUND_SERVICE_MEDIA_PROJECTION: l10n.t("Go on recording the screen with a notification"),
    FOREGROUND_SERVICE_MICROPHONE: l10n.t("Go on recording sound with a notification"),
    FOREGROUND_SERVICE_SPECIAL_USE: l10n.t("Go on working for a reason of its own"),
    GET_TASKS: l10n.t("See which apps are running, on old phones"),
    HIGH_SAMPLING_RATE_SENSORS: l10n.t("Read motion sensors very often"),
    INTERNET: l10n.t("Full network access"),
    KILL_BACKGROUND_PROCESSES: l10n.t("Stop other apps in the background"),
    MODIFY_AUDIO_SETTINGS: l10n.t("Change volume and where sound is played"),
    NFC: l10n.t("Exchange data by touch"),
    QUERY_ALL_PACKAGES: l10n.t("See which other apps are installed"),
    READ_SYNC_SETTINGS: l10n.t("See what is synchronised"),
    READ_SYNC_STATS: l10n.t("See when it was synchronised"),
    RECEIVE_BOOT_COMPLETED: l10n.t("Start when the phone starts"),
    REORDER_TASKS: l10n.t("Bring apps to the front"),
    REQUEST_DELETE_PACKAGES: l10n.t("Ask to remove apps"),
    REQUEST_IGNORE_BATTERY_OPTIMIZATIONS: l10n.t("Ask to be left out of saving power"),
    RUN_USER_INITIATED_JOBS: l10n.t("Go on with long transfers that one started"),
    SET_WALLPAPER: l10n.t("Change the wallpaper"),
    TRANSMIT_IR: l10n.t("Use the infrared sender"),
    USE_BIOMETRIC: l10n.t("Check fingerprint or face"),
    USE_CREDENTIALS: l10n.t("Use accounts of the phone, on old phones"),
    USE_EXACT_ALARM: l10n.t("Wake the phone at an exact time, for clocks and calendars"),
    USE_FINGERPRINT: l10n.t("Check the fingerprint"),
    VIBRATE: l10n.t("Vibrate"),
    WAKE_LOCK: l10n.t("Keep the phone awake"),
    WRITE_SYNC_SETTINGS: l10n.t("Change what is synchronised"),
    "com.android.alarm.permission.SET_ALARM": l10n.t("Set an alarm"),
    "com.android.launcher.permission.INSTALL_SHORTCUT": l10n.t("Add icons to the home screen"),
    "com.android.launcher.permission.UNINSTALL_SHORTCUT": l10n.t("Remove icons from the home screen"),
  };
}

/** Not Android's own, but asked for by many. */
function vendors(): Readonly<Record<string, string>> {
  return {
    "com.android.vending.BILLING": l10n.t("Sell things through Google Play"),
    "com.android.vending.CHECK_LICENSE": l10n.t("Ask Google Play whether the app was bought"),
    "com.google.android.c2dm.permission.RECEIVE": l10n.t("Receive push messages through Google"),
    "com.google.android.finsky.permission.BIND_GET_INSTALL_REFERRER_SERVICE": l10n.t(
      "Learn which advertisement led to it",
    ),
    "com.google.android.gms.permission.ACTIVITY_RECOGNITION": l10n.t("Steps, and whether one walks, cycles or drives"),
    "com.google.android.gms.permission.AD_ID": l10n.t("Read the advertising identifier"),
    "com.google.android.providers.gsf.permission.READ_GSERVICES": l10n.t("Read settings of Google’s services"),
    ACCESS_ADSERVICES_AD_ID: l10n.t("Read the advertising identifier"),
    ACCESS_ADSERVICES_ATTRIBUTION: l10n.t("Report which advertisement was followed"),
    ACCESS_ADSERVICES_CUSTOM_AUDIENCE: l10n.t("Join audiences of advertisements"),
    ACCESS_ADSERVICES_TOPICS: l10n.t("Learn which topics one is interested in"),
  };
}
