// Labels of permissions, their levels and groups.
import { l10n } from "../../workbench/text/l10n.ts";
import { shortName, type Group, type Level } from "../model/permissions.ts";

export interface LevelText {
  readonly name: string;
  /** How it is granted. */
  readonly how: string;
}

export function describeLevel(level: Level): LevelText {
  switch (level) {
    case "dangerous":
      return { name: l10n.t("Dangerous"), how: l10n.t("requested at run time") };
    case "special":
      return { name: l10n.t("Special access"), how: l10n.t("granted in system settings") };
    case "normal":
      return { name: l10n.t("Normal"), how: l10n.t("granted automatically") };
    case "system":
      return { name: l10n.t("System"), how: l10n.t("only for system apps") };
    case "unknown":
      return { name: l10n.t("Not defined by Android"), how: l10n.t("defined by vendors or the app") };
  }
}

/** Android's name for the group. */
export function groupName(group: Group): string {
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

/** What a permission allows, in a few words; undefined if it has no description. */
export function describePermission(name: string): string | undefined {
  allowed ??= new Map(Object.entries({ ...dangerous(), ...special(), ...normal(), ...vendors() }));
  return allowed.get(shortName(name));
}

function dangerous(): Readonly<Record<string, string>> {
  return {
    ACCEPT_HANDOVER: l10n.t("Continue a call from another app"),
    ACCESS_BACKGROUND_LOCATION: l10n.t("Location while the app is not in use"),
    ACCESS_COARSE_LOCATION: l10n.t("Approximate location"),
    ACCESS_FINE_LOCATION: l10n.t("Precise location"),
    ACCESS_MEDIA_LOCATION: l10n.t("Read locations from your media"),
    ACTIVITY_RECOGNITION: l10n.t("Detect physical activity such as walking, cycling or driving"),
    ANSWER_PHONE_CALLS: l10n.t("Answer calls"),
    BLUETOOTH_ADVERTISE: l10n.t("Advertise to nearby Bluetooth devices"),
    BLUETOOTH_CONNECT: l10n.t("Connect to paired Bluetooth devices"),
    BLUETOOTH_SCAN: l10n.t("Discover nearby Bluetooth devices"),
    BODY_SENSORS: l10n.t("Heart rate and other body sensors"),
    BODY_SENSORS_BACKGROUND: l10n.t("Body sensors while the app is not in use"),
    CALL_PHONE: l10n.t("Call phone numbers directly"),
    CAMERA: l10n.t("Take pictures and record video"),
    EYE_TRACKING_COARSE: l10n.t("Coarse eye tracking"),
    EYE_TRACKING_FINE: l10n.t("Fine eye tracking"),
    FACE_TRACKING: l10n.t("Face tracking"),
    GET_ACCOUNTS: l10n.t("Find accounts on the device"),
    HAND_TRACKING: l10n.t("Hand tracking"),
    HEAD_TRACKING: l10n.t("Head tracking"),
    NEARBY_WIFI_DEVICES: l10n.t("Discover and connect to nearby Wi-Fi devices"),
    POST_NOTIFICATIONS: l10n.t("Show notifications"),
    PROCESS_OUTGOING_CALLS: l10n.t("See and redirect outgoing calls"),
    RANGING: l10n.t("Measure the distance to nearby devices"),
    READ_CALENDAR: l10n.t("Read calendar events"),
    READ_CALL_LOG: l10n.t("Read the call log"),
    READ_CELL_BROADCASTS: l10n.t("Read emergency alerts"),
    READ_CONTACTS: l10n.t("Read contacts"),
    READ_EXTERNAL_STORAGE: l10n.t("Read shared files"),
    READ_MEDIA_AUDIO: l10n.t("Read audio files"),
    READ_MEDIA_IMAGES: l10n.t("Read images"),
    READ_MEDIA_VIDEO: l10n.t("Read videos"),
    READ_MEDIA_VISUAL_USER_SELECTED: l10n.t("Read images and videos you select"),
    READ_PHONE_NUMBERS: l10n.t("Read phone numbers"),
    READ_PHONE_STATE: l10n.t("Read phone status and identity"),
    READ_SMS: l10n.t("Read text messages"),
    RECEIVE_MMS: l10n.t("Receive multimedia messages"),
    RECEIVE_SMS: l10n.t("Receive text messages"),
    RECEIVE_WAP_PUSH: l10n.t("Receive WAP messages"),
    RECORD_AUDIO: l10n.t("Record audio"),
    SCENE_UNDERSTANDING_COARSE: l10n.t("Coarse shape of the surroundings"),
    SCENE_UNDERSTANDING_FINE: l10n.t("Detailed shape of the surroundings"),
    SEND_SMS: l10n.t("Send text messages, which may cost money"),
    USE_SIP: l10n.t("Make and receive SIP calls"),
    UWB_RANGING: l10n.t("Measure the position of nearby ultra-wideband devices"),
    WRITE_CALENDAR: l10n.t("Add or change calendar events"),
    WRITE_CALL_LOG: l10n.t("Change the call log"),
    WRITE_CONTACTS: l10n.t("Change contacts"),
    WRITE_EXTERNAL_STORAGE: l10n.t("Change shared files"),
    "com.android.voicemail.permission.ADD_VOICEMAIL": l10n.t("Add voicemail"),
  };
}

function special(): Readonly<Record<string, string>> {
  return {
    ACCESS_NOTIFICATIONS: l10n.t("Read and clear notifications"),
    INTERACT_ACROSS_PROFILES: l10n.t("Connect work and personal profiles"),
    LOADER_USAGE_STATS: l10n.t("See how apps are loaded"),
    MANAGE_EXTERNAL_STORAGE: l10n.t("Read and change all shared files"),
    MANAGE_MEDIA: l10n.t("Change media without asking each time"),
    MANAGE_ONGOING_CALLS: l10n.t("See and control ongoing calls"),
    MEDIA_ROUTING_CONTROL: l10n.t("Choose the audio output"),
    PACKAGE_USAGE_STATS: l10n.t("See app usage history"),
    REQUEST_INSTALL_PACKAGES: l10n.t("Install other apps"),
    SCHEDULE_EXACT_ALARM: l10n.t("Schedule exact alarms"),
    SMS_FINANCIAL_TRANSACTIONS: l10n.t("Send and receive financial text messages"),
    SYSTEM_ALERT_WINDOW: l10n.t("Display over other apps"),
    TURN_SCREEN_ON: l10n.t("Turn on the screen"),
    USE_FULL_SCREEN_INTENT: l10n.t("Show full-screen notifications"),
    WRITE_SETTINGS: l10n.t("Change system settings"),
    WRITE_SYSTEM_PREFERENCES: l10n.t("Change system preferences"),
  };
}

function normal(): Readonly<Record<string, string>> {
  return {
    ACCESS_LOCATION_EXTRA_COMMANDS: l10n.t("Use extra location provider commands"),
    ACCESS_NETWORK_STATE: l10n.t("View network connections"),
    ACCESS_NOTIFICATION_POLICY: l10n.t("Change Do Not Disturb"),
    ACCESS_WIFI_STATE: l10n.t("View Wi-Fi connections"),
    BLUETOOTH: l10n.t("Connect to paired Bluetooth devices"),
    BLUETOOTH_ADMIN: l10n.t("Discover and pair Bluetooth devices"),
    BROADCAST_STICKY: l10n.t("Send sticky broadcasts"),
    CHANGE_NETWORK_STATE: l10n.t("Change network connectivity"),
    CHANGE_WIFI_MULTICAST_STATE: l10n.t("Allow Wi-Fi multicast reception"),
    CHANGE_WIFI_STATE: l10n.t("Connect to and disconnect from Wi-Fi"),
    DISABLE_KEYGUARD: l10n.t("Turn off a screen lock without a password"),
    EXPAND_STATUS_BAR: l10n.t("Expand or collapse the status bar"),
    FLASHLIGHT: l10n.t("Control the flashlight"),
    FOREGROUND_SERVICE: l10n.t("Run foreground service"),
    FOREGROUND_SERVICE_CAMERA: l10n.t("Run foreground service (camera)"),
    FOREGROUND_SERVICE_CONNECTED_DEVICE: l10n.t("Run foreground service (connected device)"),
    FOREGROUND_SERVICE_DATA_SYNC: l10n.t("Run foreground service (data sync)"),
    FOREGROUND_SERVICE_LOCATION: l10n.t("Run foreground service (location)"),
    FOREGROUND_SERVICE_MEDIA_PLAYBACK: l10n.t("Run foreground service (media playback)"),
    FOREGROUND_SERVICE_MEDIA_PROJECTION: l10n.t("Run foreground service (media projection)"),
    FOREGROUND_SERVICE_MICROPHONE: l10n.t("Run foreground service (microphone)"),
    FOREGROUND_SERVICE_SPECIAL_USE: l10n.t("Run foreground service (special use)"),
    GET_TASKS: l10n.t("See running apps (older Android versions)"),
    HIGH_SAMPLING_RATE_SENSORS: l10n.t("Read sensor data at a high rate"),
    INTERNET: l10n.t("Full network access"),
    KILL_BACKGROUND_PROCESSES: l10n.t("Close other apps in the background"),
    MODIFY_AUDIO_SETTINGS: l10n.t("Change audio settings"),
    NFC: l10n.t("Control NFC"),
    QUERY_ALL_PACKAGES: l10n.t("See all installed apps"),
    READ_SYNC_SETTINGS: l10n.t("Read sync settings"),
    READ_SYNC_STATS: l10n.t("Read sync statistics"),
    RECEIVE_BOOT_COMPLETED: l10n.t("Run at startup"),
    REORDER_TASKS: l10n.t("Reorder running apps"),
    REQUEST_DELETE_PACKAGES: l10n.t("Request app deletion"),
    REQUEST_IGNORE_BATTERY_OPTIMIZATIONS: l10n.t("Ignore battery optimization"),
    RUN_USER_INITIATED_JOBS: l10n.t("Run long data transfers you start"),
    SET_WALLPAPER: l10n.t("Set the wallpaper"),
    TRANSMIT_IR: l10n.t("Transmit infrared"),
    USE_BIOMETRIC: l10n.t("Use biometrics"),
    USE_CREDENTIALS: l10n.t("Use accounts on the device (older Android versions)"),
    USE_EXACT_ALARM: l10n.t("Schedule exact alarms (clock and calendar apps)"),
    USE_FINGERPRINT: l10n.t("Use the fingerprint sensor"),
    VIBRATE: l10n.t("Control vibration"),
    WAKE_LOCK: l10n.t("Prevent the device from sleeping"),
    WRITE_SYNC_SETTINGS: l10n.t("Change sync settings"),
    "com.android.alarm.permission.SET_ALARM": l10n.t("Set an alarm"),
    "com.android.launcher.permission.INSTALL_SHORTCUT": l10n.t("Add home screen shortcuts"),
    "com.android.launcher.permission.UNINSTALL_SHORTCUT": l10n.t("Remove home screen shortcuts"),
  };
}

/** Common permissions of vendors. */
function vendors(): Readonly<Record<string, string>> {
  return {
    "com.android.vending.BILLING": l10n.t("Offer purchases through Google Play"),
    "com.android.vending.CHECK_LICENSE": l10n.t("Check the Google Play license"),
    "com.google.android.c2dm.permission.RECEIVE": l10n.t("Receive push messages from Google"),
    "com.google.android.finsky.permission.BIND_GET_INSTALL_REFERRER_SERVICE": l10n.t(
      "See which ad led to the installation",
    ),
    "com.google.android.gms.permission.ACTIVITY_RECOGNITION": l10n.t(
      "Detect physical activity such as walking, cycling or driving",
    ),
    "com.google.android.gms.permission.AD_ID": l10n.t("Read the advertising ID"),
    "com.google.android.providers.gsf.permission.READ_GSERVICES": l10n.t("Read Google service configuration"),
    ACCESS_ADSERVICES_AD_ID: l10n.t("Read the advertising ID"),
    ACCESS_ADSERVICES_ATTRIBUTION: l10n.t("Measure ad attribution"),
    ACCESS_ADSERVICES_CUSTOM_AUDIENCE: l10n.t("Join custom ad audiences"),
    ACCESS_ADSERVICES_TOPICS: l10n.t("Access advertising topics"),
  };
}
