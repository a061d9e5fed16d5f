plugins {
    id("com.android.library")
}
android {
    namespace = "org.example.shared"
}
