package a.b; public class a { class a1 {} }
