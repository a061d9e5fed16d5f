package a.b; public class d { class a1 {} }
