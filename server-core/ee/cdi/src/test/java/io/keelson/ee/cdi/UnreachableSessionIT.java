package io.keelson.ee.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.deploy.Deployer;
import io.keelson.ee.cdi.webapp.Asked;
import io.keelson.ee.cdi.webapp.Cart;
import io.keelson.ee.cdi.webapp.Ended;
import io.keelson.ee.cdi.webapp.Greeter;
import io.keelson.ee.cdi.webapp.Loud;
import io.keelson.ee.cdi.webapp.ShopServlet;
import io.keelson.ee.cdi.webapp.Visits;
import io.keelson.servlet.spi.SessionState;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.servlet.spi.SessionStoreProvider;
import io.keelson.servlet.spi.SessionStores;
import io.keelson.servlet.spi.SessionUnreachableException;
import io.keelson.servlet.spi.StoreType;
import io.keelson.testkit.TestArchive;
import io.keelson.testkit.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A request with beans whose session is on servers that are away: it never comes to its contexts, and leaves none behind. */
class UnreachableSessionIT {
    private static final Logger ROOM = Logger.getLogger("io.keelson.servlet");

    @TempDir
    private Path directory;

    private static final class Away implements SessionStore {
        @Override
        public @Nullable SessionState find(String id) {
            throw new SessionUnreachableException("its servers are away", null);
        }

        @Override
        public boolean add(SessionState session) {
            return true;
        }

        @Override
        public void rename(String oldId, SessionState session) {
            // keeps nothing
        }

        @Override
        public void remove(String id) {
            // keeps nothing
        }

        @Override
        public void requestEnds(SessionState session) {
            session.dropChanges();
        }

        @Override
        public Collection<SessionState> local() {
            return List.of();
        }

        @Override
        public void close() {
            // keeps nothing
        }
    }

    private static int ask(TestServer server, @Nullable String session) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.uri("/shop/shop/asked"));
        if (session != null) {
            request.header("Cookie", "JSESSIONID=" + session);
        }
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.ofString())
                .statusCode();
    }

    @Test
    void itIsAnsweredOnceAndSaysNothingOfContexts() throws Exception {
        List<String> said = new CopyOnWriteArrayList<>();
        Handler log = new Handler() {
            @Override
            public void publish(LogRecord one) {
                said.add(one.getMessage() + ' ' + one.getThrown());
            }

            @Override
            public void flush() {
                // nothing is kept back
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        ROOM.addHandler(log);
        try (TestServer server = TestServer.start()) {
            server.service(SessionStores.class).add(new SessionStoreProvider() {
                @Override
                public Set<StoreType> types() {
                    return Set.of(StoreType.REPLICATED);
                }

                @Override
                public SessionStore make(Wanted wanted) {
                    return new Away();
                }
            });
            TestArchive shop = new TestArchive()
                    .classes(
                            ShopServlet.class,
                            Visits.class,
                            Cart.class,
                            Asked.class,
                            Ended.class,
                            Greeter.class,
                            Loud.class)
                    .text(
                            "WEB-INF/weblogic.xml",
                            "<weblogic-web-app><session-descriptor><persistent-store-type>replicated"
                                    + "</persistent-store-type></session-descriptor></weblogic-web-app>");
            server.service(Deployer.class).deploy("shop", shop.write(directory.resolve("shop.war")), null);

            assertThat(ask(server, "a-session-of-another-server")).isEqualTo(503);
            assertThat(ask(server, null)).isEqualTo(200);
            assertThat(said).noneMatch(one -> one.contains("NullPointerException"));
        } finally {
            ROOM.removeHandler(log);
        }
    }
}
