package io.keelson.appclient;

import io.keelson.base.thread.Threads;
import java.nio.file.Path;
import javax.naming.Context;
import org.jspecify.annotations.Nullable;

/**
 * The process of an application client: {@code keelson client APP.ear -- ARGUMENTS}. It ends as any Java program does: when the main
 * method has returned and no thread but daemons is left, or by {@code System.exit}; with 1 where the main method throws. See
 * docs/design/application-clients.md.
 */
public final class AppClient {
    /** The client could not be started. */
    public static final int REFUSED = 2;

    private static final String PACKAGES = "io.keelson.appclient.url";

    private AppClient() {}

    /**
     * Runs a client.
     *
     * @throws Throwable what the client's main method throws
     */
    public static void main(String... words) throws Throwable {
        ClientContainer container = start(words);
        if (container == null) {
            Runtime.getRuntime().exit(REFUSED);
            return;
        }
        container.run();
    }

    private static @Nullable ClientContainer start(String... words) {
        try {
            for (String word : words) {
                if (word.equals("--")) {
                    break;
                }
                if (word.equals("--help") || word.equals("-h")) {
                    System.out.println(Arguments.USAGE);
                    Runtime.getRuntime().exit(0);
                }
            }
            System.setProperty(Context.INITIAL_CONTEXT_FACTORY, ClientContextFactory.class.getName());
            String packages = System.getProperty(Context.URL_PKG_PREFIXES);
            System.setProperty(Context.URL_PKG_PREFIXES, packages == null ? PACKAGES : PACKAGES + ":" + packages);
            String home = System.getProperty("keelson.home");
            ClientContainer container =
                    ClientContainer.start(Arguments.parse(words), home == null ? null : Path.of(home), System.err);
            Runtime.getRuntime().addShutdownHook(Threads.daemon("keelson.client.Ending", container::close));
            return container;
        } catch (ClientException e) {
            System.err.println("keelson: " + e.getMessage());
            return null;
        }
    }
}
