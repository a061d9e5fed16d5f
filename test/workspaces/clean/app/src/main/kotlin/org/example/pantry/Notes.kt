package org.example.pantry

/* import com.amplitude.api.Amplitude /* nested */ and com.onesignal.OneSignal */
class Notes {
    val a = "a" // "https://onesignal.com"
    val b = """ com.instabug.library.Instabug """
    val range = 1..2
}
