package io.keelson.embedded;

import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server for a JUnit test: in a static field one for the class, in an instance field one for each test.
 *
 * <pre>{@code
 * @RegisterExtension
 * static final EmbeddedServerExtension SERVER = EmbeddedServerExtension.with(WebApp.of(Path.of("target/shop.war")));
 * }</pre>
 *
 * <p>Tests that share one through a static field may run at the same time; in an instance field JUnit makes one for each test.
 */
public final class EmbeddedServerExtension
        implements BeforeAllCallback, AfterAllCallback, BeforeEachCallback, AfterEachCallback {
    private final EmbeddedServer.Builder builder;
    private volatile @Nullable EmbeddedServer server;
    /** Of the class and the classes nested in it, for each of which JUnit calls, how many run; 0 in an instance field. */
    private final AtomicInteger classes = new AtomicInteger();

    private EmbeddedServerExtension(EmbeddedServer.Builder builder) {
        this.builder = builder;
    }

    /** A server with the defaults and these applications. */
    public static EmbeddedServerExtension with(WebApp... applications) {
        EmbeddedServer.Builder builder = EmbeddedServer.builder();
        for (WebApp application : applications) {
            builder.application(application);
        }
        return with(builder);
    }

    /** A server as it is described. */
    public static EmbeddedServerExtension with(EmbeddedServer.Builder description) {
        return new EmbeddedServerExtension(description);
    }

    /**
     * The server.
     *
     * @throws IllegalStateException before it is started and after its end
     */
    public EmbeddedServer server() {
        EmbeddedServer running = server;
        if (running == null) {
            throw new IllegalStateException(
                    "the server is not running: it lives from beforeAll to afterAll in a static field,"
                            + " from beforeEach to afterEach in an instance field annotated with @RegisterExtension");
        }
        return running;
    }

    /** A path of the server; see {@link EmbeddedServer#uri}. */
    public URI uri(String path) {
        return server().uri(path);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        if (classes.getAndIncrement() == 0) {
            server = builder.start();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (classes.get() == 0) {
            server = builder.start();
        }
    }

    @Override
    public void afterEach(ExtensionContext context) {
        if (classes.get() == 0) {
            stop();
        }
    }

    @Override
    public void afterAll(ExtensionContext context) {
        if (classes.decrementAndGet() == 0) {
            stop();
        }
    }

    private void stop() {
        EmbeddedServer running = server;
        server = null;
        if (running != null) {
            running.close();
        }
    }
}
