package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a server's JVM tells of itself when the JDK's tools ask. Commands go to the socket that {@code jcmd} uses too, since a
 * JVM for each of them would take longer than the command.
 */
final class Diagnostics {
    private static final byte DONE = '0';

    private Diagnostics() {}

    /** What a command such as {@code GC.run} answers. */
    static String command(Process server, String command) throws Exception {
        Path socket = Path.of("/proc", Long.toString(server.pid()), "root", "tmp", ".java_pid" + server.pid());
        if (!Files.exists(socket)) {
            jcmd(server, "VM.version"); // the JVM opens it for the first that asks
        }
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            // The version of the protocol, what is wanted, and three arguments.
            ByteBuffer request = StandardCharsets.UTF_8.encode("1\0jcmd\0" + command + "\0\0\0");
            while (request.hasRemaining()) {
                channel.write(request);
            }
            InputStream in = Channels.newInputStream(channel);
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            int end = answer.indexOf('\n');
            assertThat(answer).as(command).startsWith(Character.toString(DONE));
            return answer.substring(end + 1);
        }
    }

    /** The counters that the JVM keeps in a file, as {@code java.cls.loadedClasses}; those that are numbers. */
    static Map<String, Long> counters(Process server) throws Exception {
        Map<String, Long> counters = new HashMap<>();
        for (String line : jcmd(server, "PerfCounter.print").lines().toList()) {
            int equals = line.indexOf('=');
            if (equals > 0 && line.substring(equals + 1).matches("-?\\d{1,18}")) {
                counters.put(line.substring(0, equals), Long.valueOf(line.substring(equals + 1)));
            }
        }
        return counters;
    }

    private static String jcmd(Process server, String command) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        Long.toString(server.pid()),
                        command)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(command + "\n" + output).isZero();
        return output;
    }
}
