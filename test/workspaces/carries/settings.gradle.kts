pluginManagement {
    repositories { google(); mavenCentral() }
    plugins { id("com.bugsnag.android.gradle") version "8.1.0" }
}
dependencyResolutionManagement {
    repositories {
        google()
        maven { url = uri("https://artifactory.appsflyer.com/maven") } // where libraries are had is no place the app speaks to
    }
}
include(":app", ":legacy", ":shared")
