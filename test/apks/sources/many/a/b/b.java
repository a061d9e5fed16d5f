package a.b; public class b { class a1 {} }
