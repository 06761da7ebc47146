package notes;

import io.keelson.api.cluster.ClusterSingleton;
import io.keelson.api.cluster.LeaseContext;
import io.keelson.api.cluster.LeasedService;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Comes with an application. Writes a line into a file that all servers share whenever it begins or ends to work: what, epoch,
 * server, whether the lease is held, its version, and the names of the application and module that it sees.
 */
@ClusterSingleton(name = "notes", userPreferredServer = "server-1")
public final class Notes implements LeasedService {
    @Override
    public void activate(LeaseContext lease) {
        write("up", lease);
    }

    @Override
    public void deactivate(LeaseContext lease) {
        write("down", lease);
    }

    private static void write(String what, LeaseContext lease) {
        try { // one write, appended: lines of several processes do not mix
            String line = String.join(
                    " ",
                    what,
                    String.valueOf(lease.epoch()),
                    lease.owner(),
                    String.valueOf(lease.stillMine()),
                    resource("version"),
                    InitialContext.<String>doLookup("java:app/AppName"),
                    InitialContext.<String>doLookup("java:module/ModuleName"));
            Files.writeString(
                    Path.of(resource("path")), line + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (NamingException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Thread.currentThread().getContextClassLoader().getResourceAsStream("notes/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
