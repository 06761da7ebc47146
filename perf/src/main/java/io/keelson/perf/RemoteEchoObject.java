package io.keelson.perf;

/** The object on Keelson. */
final class RemoteEchoObject implements RemoteEcho {
    @Override
    public String echo(String text) {
        return text;
    }

    @Override
    public byte[] echo(byte[] bytes) {
        return bytes;
    }
}
