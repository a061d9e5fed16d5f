package a.b; public class A0 { int a; }
