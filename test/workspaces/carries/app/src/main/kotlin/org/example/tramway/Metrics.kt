package org.example.tramway

import com.google.firebase.analytics.*
import `in`.inmobi.ads.Banner
import com.unity3d.services.core.log.DeviceLog as Quiet

/* outer /* com.vungle.warren.Vungle inside */ still a comment: com.vungle.publisher.VunglePub */
class Metrics(private val region: String) {
    val collector = "https://$region.countly.example and https://${pick("ads")}.mng-ads.com/v1"
    val text = """
        com.leanplum.Leanplum is only named here,
        but onesignal.com is a host
    """.trimIndent()
    val page = "${com.batch.android.Batch.name}"
}
