package io.keelson.muxer;

import io.keelson.muxer.internal.MuxerLog;
import java.nio.file.Files;
import java.nio.file.Path;

/** An echo server as a process of its own: arguments are the kind of muxer, and the file that gets its port. */
final class EchoMain {
    private EchoMain() {}

    public static void main(String[] arguments) throws Exception {
        // The first record loads what later ones need, time zones for one, and that takes descriptors.
        MuxerLog.LOG.info("starting");
        TestServer server = TestServer.echo(Muxer.Kind.valueOf(arguments[0]));
        Files.writeString(Path.of(arguments[1]), server.address().getPort() + "\n");
        Thread.currentThread().join();
    }
}
