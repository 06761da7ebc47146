package io.keelson.ee.jpa;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.deploy.Deployer;
import io.keelson.ee.jpa.fixture.Archives;
import io.keelson.ee.jpa.fixture.Compiled;
import io.keelson.testkit.TestServer;
import java.lang.ref.WeakReference;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications with repositories of Jakarta Data, compiled with Hibernate's annotation processor, on a whole server with CDI. */
@Timeout(120)
class DataIT {
    private static final String CLASSES = "WEB-INF/classes/";
    private static final String DESCRIPTOR = CLASSES + "META-INF/persistence.xml";
    private static final String[] LIBRARY = {
        "library/Book.java", "library/Library.java", "library/Shelf.java", "library/LibraryServlet.java"
    };

    @TempDir
    static Path directory;

    private static TestServer server;
    private final HttpClient http = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        server = TestServer.start();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    @AfterEach
    void undeploy() throws Exception {
        for (var deployed : server.service(Deployer.class).applications()) {
            server.service(Deployer.class).undeploy(deployed.name());
        }
    }

    private static String unit(String name, String content) {
        return "<persistence-unit name=\"" + name + "\">\n" + content
                + "<properties><property name=\"jakarta.persistence.schema-generation.database.action\""
                + " value=\"drop-and-create\"/></properties></persistence-unit>\n";
    }

    private static String descriptor(String... units) {
        return "<persistence xmlns=\"https://jakarta.ee/xml/ns/persistence\" version=\"3.2\">\n"
                + String.join("", units) + "</persistence>";
    }

    private static Compiled sources(String... resources) throws Exception {
        return new Compiled(Files.createTempDirectory(directory, "application")).resources(resources);
    }

    private static Archives library() throws Exception {
        return sources(LIBRARY).into(new Archives().text(DESCRIPTOR, descriptor(unit("library", ""))), true, CLASSES);
    }

    private static String text(String resource) throws Exception {
        return Files.readString(Path.of("src/test/resources", resource)).replace("package library;\n", "");
    }

    private static void deploy(String name, Archives archive) throws Exception {
        server.service(Deployer.class).deploy(name, archive.write(directory.resolve(name + ".war")), "/" + name);
    }

    private String ask(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(server.uri(path)).build(), BodyHandlers.ofString())
                .body();
    }

    @Test
    void aRepositoryReadsAndWrites() throws Exception {
        deploy("library", library());

        assertThat(ask("/library/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/library/do/add?name=ink")).isEqualTo("added");
        assertThat(ask("/library/do/add?name=cup")).isEqualTo("added");
        assertThat(ask("/library/do/titles")).isEqualTo("cup,ink,pen");
        assertThat(ask("/library/do/sorted")).isEqualTo("3:[pen, ink]");
        assertThat(ask("/library/do/streamed")).isEqualTo("[cup, ink, pen]");
    }

    @Test
    void whatARepositoryWritesFollowsTheTransaction() throws Exception {
        deploy("library", library());
        assertThat(ask("/library/do/add?name=old")).isEqualTo("added");

        assertThat(ask("/library/do/add-and-roll-back?name=pen")).isEqualTo("old,pen");
        assertThat(ask("/library/do/titles")).isEqualTo("old");
        assertThat(ask("/library/do/add-two?name=pen")).startsWith("jakarta.data.exceptions.EntityExistsException");
        assertThat(ask("/library/do/titles")).isEqualTo("old");
    }

    @Test
    void aWriteWithoutATransactionIsOneOfItsOwn() throws Exception {
        deploy("library", library());
        assertThat(ask("/library/do/add?name=old")).isEqualTo("added");

        assertThat(ask("/library/do/add-all?name=pen")).startsWith("jakarta.data.exceptions.EntityExistsException");
        assertThat(ask("/library/do/titles")).isEqualTo("old");
        assertThat(ask("/library/do/grow?name=5")).isEqualTo("1");
        assertThat(ask("/library/do/only?name=15")).isEqualTo("old");
        assertThat(ask("/library/do/prune?name=15")).isEqualTo("0");
        assertThat(ask("/library/do/prune?name=16")).isEqualTo("1");
        assertThat(ask("/library/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/library/do/add?name=ink")).isEqualTo("added");
        assertThat(ask("/library/do/delete?name=pen")).isEqualTo("deleted");
        assertThat(ask("/library/do/titles")).isEqualTo("ink");
        assertThat(ask("/library/do/remove?name=ink")).isEqualTo("removed");
        assertThat(ask("/library/do/titles")).isEmpty();
    }

    @Test
    void aSessionEndsWithItsTransactionOrRequest() throws Exception {
        deploy("library", library());

        assertThat(ask("/library/do/two-ways?name=pen")).isEqualTo("true true true");
        assertThat(ask("/library/do/last")).isEqualTo("false");
        assertThat(ask("/library/do/request")).isEqualTo("true true");
        assertThat(ask("/library/do/last")).isEqualTo("false");
        assertThat(ask("/library/do/close")).isEqualTo("true");
        assertThat(ask("/library/do/titles")).isEqualTo("pen");
    }

    @Test
    void threadsWithoutARequestKeepNoConnection() throws Exception {
        deploy("library", library());
        assertThat(ask("/library/do/thread-add?name=pen")).isEqualTo("added");

        for (int i = 0; i < 40; i++) { // the pool has fewer connections
            assertThat(ask("/library/do/thread")).isEqualTo("pen");
        }
    }

    @Test
    void requestsShareABeanWithARepository() throws Exception {
        deploy("library", library());

        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            URI uri = server.uri("/library/do/together?name=" + (1000 + i));
            answers.add(http.sendAsync(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                    .thenApply(HttpResponse::body));
        }
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.join()).isEqualTo("added");
        }
        assertThat(ask("/library/do/counted")).isEqualTo("100");
    }

    @Test
    void failuresAreThoseOfJakartaData() throws Exception {
        deploy("library", library());
        assertThat(ask("/library/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/library/do/add?name=ink")).isEqualTo("added");

        assertThat(ask("/library/do/add?name=pen")).startsWith("jakarta.data.exceptions.EntityExistsException: ");
        assertThat(ask("/library/do/stale?name=pen"))
                .startsWith("jakarta.data.exceptions.OptimisticLockingFailureException: ");
        assertThat(ask("/library/do/only?name=10")).startsWith("jakarta.data.exceptions.NonUniqueResultException: ");
        assertThat(ask("/library/do/only?name=77")).startsWith("jakarta.data.exceptions.EmptyResultException: ");
    }

    @Test
    void interceptorsOfARepositoryAreCalled() throws Exception {
        deploy("library", library());

        assertThat(ask("/library/do/counted")).isEqualTo("0");
        assertThat(ask("/library/do/counted-without-transaction"))
                .startsWith("jakarta.transaction.TransactionalException: ")
                .contains("library.Library_.counted()");
    }

    @Test
    void aDataStoreIsAPersistenceUnit() throws Exception {
        String two = descriptor(unit("library", ""), unit("archive", ""));
        Archives named = sources("library/Book.java", "library/LibraryServlet.java")
                .source(
                        "Library",
                        text("library/Library.java").replace("@Repository", "@Repository(dataStore = \"archive\")"))
                .source(
                        "Shelf",
                        text("library/Shelf.java")
                                .replace("@PersistenceContext", "@PersistenceContext(unitName = \"library\")"))
                .into(new Archives().text(DESCRIPTOR, two), true, CLASSES);
        deploy("library", named);
        assertThat(ask("/library/do/add-and-roll-back?name=pen")).isEqualTo("pen");
        assertThat(ask("/library/do/titles")).isEmpty();

        Archives wrong = sources("library/Book.java", "library/LibraryServlet.java", "library/Shelf.java")
                .source(
                        "Library",
                        text("library/Library.java").replace("@Repository", "@Repository(dataStore = \"libary\")"))
                .into(new Archives().text(DESCRIPTOR, descriptor(unit("library", ""))), true, CLASSES);
        assertThatThrownBy(() -> deploy("wrong", wrong))
                .hasMessageContaining("the repository library.Library, whose dataStore is the unitName, refers to the"
                        + " persistence unit 'libary', which the module does not see; did you mean library?");
    }

    @Test
    void aRepositoryThatTheProcessorHasNotSeenIsRefused() throws Exception {
        Archives war =
                sources(LIBRARY).into(new Archives().text(DESCRIPTOR, descriptor(unit("library", ""))), false, CLASSES);

        assertThatThrownBy(() -> deploy("library", war))
                .hasMessageContaining("the repository library.Library has no implementation")
                .hasMessageContaining("org.hibernate.orm:hibernate-processor");
    }

    @Test
    void aRepositoryWithoutAPersistenceUnitIsRefused() throws Exception {
        Archives war = sources("library/Book.java", "library/Library.java").into(new Archives(), true, CLASSES);

        assertThatThrownBy(() -> deploy("library", war))
                .hasMessageContaining(
                        "the repository library.Library needs a persistence unit, and the module has none");
    }

    @Test
    void aRepositoryOfAnotherProviderIsLeftToIt() throws Exception {
        String repository = """
                @jakarta.data.repository.Repository(provider = "%s")
                public interface Notes {}
                """;
        Archives named =
                sources().source("Notes", repository.formatted("Others")).into(new Archives(), false, CLASSES);
        deploy("named", named);
        assertThat(server.service(Deployer.class).applications()).hasSize(1);

        Archives bringing = sources()
                .source("Notes", repository.formatted(""))
                .source("Others", "public class Others implements jakarta.enterprise.inject.spi.Extension {}")
                .into(new Archives(), false, CLASSES)
                .text(CLASSES + "META-INF/services/jakarta.enterprise.inject.spi.Extension", "library.Others");
        deploy("bringing", bringing);
        assertThat(server.service(Deployer.class).applications()).hasSize(2);
    }

    @Test
    void modulesShareARepositoryOfALibrary() throws Exception {
        Archives ear = new Archives();
        Compiled both = sources(LIBRARY);
        Archives all = both.into(new Archives(), true, "");
        ear.archive(
                "lib/model.jar",
                all.only("library/Book", "library/Library.", "library/Library_.", "library/_")
                        .text("META-INF/persistence.xml", descriptor(unit("library", ""))));
        Archives web = both.into(new Archives(), true, CLASSES)
                .only(CLASSES + "library/Shelf", CLASSES + "library/LibraryServlet");
        ear.archive("one.war", web).archive("two.war", web);
        server.service(Deployer.class).deploy("all", ear.write(directory.resolve("all.ear")), null);

        assertThat(ask("/one/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/two/do/add-and-roll-back?name=ink")).isEqualTo("ink,pen");
        assertThat(ask("/two/do/titles")).isEqualTo("pen");
    }

    @Test
    void aStatelessSessionIsABean() throws Exception {
        String servlet = """
                import jakarta.servlet.http.*;
                @jakarta.servlet.annotation.WebServlet("/bean")
                public class BeanServlet extends HttpServlet {
                    @jakarta.inject.Inject %s transient org.hibernate.StatelessSession session;
                    @jakarta.annotation.Resource(lookup = "java:comp/UserTransaction")
                    transient jakarta.transaction.UserTransaction transaction;
                    @Override protected void doGet(HttpServletRequest request, HttpServletResponse response)
                            throws java.io.IOException {
                        try {
                            transaction.begin();
                            session.insert(new Book("pen", "pen", 1));
                            int before = session.createSelectionQuery("from Book", Book.class).getResultList().size();
                            transaction.rollback();
                            int after = session.createSelectionQuery("from Book", Book.class).getResultList().size();
                            response.getWriter().print(before + " " + after);
                        } catch (Exception e) {
                            response.getWriter().print(e);
                        }
                    }
                }
                """;
        Archives plain = sources("library/Book.java")
                .source("BeanServlet", servlet.formatted(""))
                .into(new Archives().text(DESCRIPTOR, descriptor(unit("library", ""))), true, CLASSES);
        deploy("plain", plain);
        assertThat(ask("/plain/bean")).isEqualTo("1 0");

        String qualified = unit("library", "<qualifier>library.Old</qualifier>\n");
        Archives old = sources("library/Book.java")
                .source("BeanServlet", servlet.formatted("@Old"))
                .source("Old", """
                        @jakarta.inject.Qualifier
                        @java.lang.annotation.Retention(java.lang.annotation.RetentionPolicy.RUNTIME)
                        public @interface Old {}
                        """)
                .into(new Archives().text(DESCRIPTOR, descriptor(qualified, unit("other", ""))), true, CLASSES);
        deploy("old", old);
        assertThat(ask("/old/bean")).isEqualTo("1 0");

        Archives own = sources("library/Book.java")
                .source("BeanServlet", servlet.formatted(""))
                .source("Own", """
                        @jakarta.enterprise.context.ApplicationScoped
                        public class Own {
                            @jakarta.persistence.PersistenceUnit jakarta.persistence.EntityManagerFactory factory;
                            @jakarta.enterprise.inject.Produces @jakarta.enterprise.context.RequestScoped
                            org.hibernate.StatelessSession session() {
                                return factory.unwrap(org.hibernate.SessionFactory.class).openStatelessSession();
                            }
                        }
                        """)
                .into(new Archives().text(DESCRIPTOR, descriptor(unit("library", ""))), true, CLASSES);
        deploy("own", own);
        assertThat(ask("/own/bean")).startsWith("1 ");
    }

    @Test
    void repositoriesWorkWithAnApplicationsOwnHibernate() throws Exception {
        Archives war = library();
        try (Stream<Path> jars = Files.list(Path.of("target/hibernate"))) {
            for (Path jar : (Iterable<Path>) jars::iterator) {
                war.file("WEB-INF/lib/" + jar.getFileName(), jar);
            }
        }
        deploy("library", war);

        assertThat(ask("/library/do/add?name=pen")).isEqualTo("added");
        assertThat(ask("/library/do/add-and-roll-back?name=ink")).isEqualTo("ink,pen");
        assertThat(ask("/library/do/titles")).isEqualTo("pen");
        assertThat(ask("/library/do/delete?name=pen")).isEqualTo("deleted");
        assertThat(ask("/library/do/titles")).isEmpty();
    }

    @Test
    void nothingIsLeftAfterUndeployment() throws Exception {
        for (int i = 0; i < 3; i++) {
            deploy("library", library());
            assertThat(ask("/library/do/add?name=pen")).isEqualTo("added");
            assertThat(ask("/library/do/request")).isEqualTo("true true");
            assertThat(ask("/library/do/remember?name=library" + i)).isEqualTo("remembered");
            server.service(Deployer.class).undeploy("library");
        }
        for (int i = 0; i < 3; i++) {
            WeakReference<?> loader = (WeakReference<?>) System.getProperties().remove("library" + i);
            await().atMost(Duration.ofSeconds(60)).until(() -> {
                System.gc();
                return loader.get() == null;
            });
        }
    }
}
