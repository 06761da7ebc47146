package io.keelson.perf;

/** The stateless bean on WildFly; its descriptor says that it is one. */
public class EjbEchoBean implements EjbEcho {
    @Override
    public String echo(String text) {
        return text;
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return bytes;
    }
}
