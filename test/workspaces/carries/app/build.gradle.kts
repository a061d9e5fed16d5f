plugins {
    alias(libs.plugins.android.application)
    alias(libs.plugins.crashlytics)
    alias(libs.plugins.newrelic) apply false
    kotlin("android")
}

val ownId = "org.example.tramway"

android {
    namespace = "org.example.tramway.app"
    defaultConfig {
        applicationId = ownId
        buildConfigField("String", "COLLECT", "\"https://api.mixpanel.com/track\"")
    }
    flavorDimensions += "store"
    productFlavors {
        create("play") {
            dimension = "store"
        }
        create("free") {
            dimension = "store"
            applicationIdSuffix = ".libre"
        }
    }
    buildTypes {
        debug {
            applicationIdSuffix = ".debug"
        }
    }
}

dependencies {
    implementation(platform("com.google.firebase:firebase-bom:33.1.0"))
    implementation(libs.androidx.core)
    "playImplementation"(libs.firebase.analytics)
    "playImplementation"("com.appsflyer:af-android-sdk:6.14.0")
    implementation(libs.one.signal) {
        exclude(group = "com.adjust.sdk", module = "adjust-android")
    }
    implementation(libs.bundles.support)
    implementation(
        group = "io.branch.sdk.android",
        name = "library",
        version = "5.12.0",
    )
    implementation("com.squareup.okhttp3:okhttp:4.12.0") // not com.segment.analytics.android:analytics
    testImplementation("com.bugsnag:bugsnag-android:6.6.1")
    constraints {
        implementation("com.taboola:android-sdk:3.0.0")
    }
}
