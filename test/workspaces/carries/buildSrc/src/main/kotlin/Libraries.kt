object Libraries {
    const val countly = "ly.count.android:sdk:24.4.0"
}
