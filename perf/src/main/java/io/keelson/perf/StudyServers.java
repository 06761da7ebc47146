package io.keelson.perf;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The servers that a study compares, each started with one application. Ends them all when it is closed. Used by one thread. */
final class StudyServers implements AutoCloseable {
    private final Path work;
    private final String ready;
    private final List<ServerProcess> started = new ArrayList<>();

    /**
     * None yet.
     *
     * @param work the directory of their logs
     * @param ready the path, from its slash on, that answers 200 when a server can be used
     */
    StudyServers(Path work, String ready) {
        this.work = work;
        this.ready = ready;
    }

    /** Starts a server and waits until it can be used. */
    ServerProcess start(String name, int port, List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        URI first = URI.create("http://127.0.0.1:" + port + ready);
        ServerProcess server = ServerProcess.start(
                name,
                port,
                () -> (HttpURLConnection) first.toURL().openConnection(),
                command,
                environment,
                work.resolve(name + ".log"));
        started.add(server);
        return server;
    }

    @Override
    public void close() {
        started.forEach(ServerProcess::close);
    }
}
