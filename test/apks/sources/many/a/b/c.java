package a.b; public class c { class a1 {} }
