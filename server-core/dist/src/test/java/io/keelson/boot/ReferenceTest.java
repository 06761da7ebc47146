package io.keelson.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.keelson.admin.domain.DomainDirectory;
import io.keelson.balancer.BalancerSettings;
import io.keelson.base.log.Logging;
import io.keelson.base.log.MessageCatalogue;
import io.keelson.cluster.membership.Membership;
import io.keelson.component.spi.SessionBeans;
import io.keelson.deploy.Deployer;
import io.keelson.ee.batch.BatchContributorFactory;
import io.keelson.ee.cdi.CdiContributorFactory;
import io.keelson.ee.concurrency.ConcurrencyContributorFactory;
import io.keelson.ee.connectors.ConnectorsContributorFactory;
import io.keelson.ee.iiop.IiopContributorFactory;
import io.keelson.ee.jcache.JcacheContributorFactory;
import io.keelson.ee.jpa.JpaContributorFactory;
import io.keelson.ee.microprofile.MicroProfileContributorFactory;
import io.keelson.ee.opentelemetry.OpenTelemetryContributorFactory;
import io.keelson.ee.security.SecurityContributorFactory;
import io.keelson.ee.soap.SoapContributorFactory;
import io.keelson.ee.validation.ValidationContributorFactory;
import io.keelson.ejb.log.EjbLog;
import io.keelson.http.HttpServer;
import io.keelson.jms.JmsSubsystemFactory;
import io.keelson.kernel.config.JsonSchema;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.ModelReference;
import io.keelson.muxer.Muxer;
import io.keelson.remoting.RemoteObjects;
import io.keelson.resource.DataSourceSettings;
import io.keelson.security.Realm;
import io.keelson.servlet.spi.SessionStore;
import io.keelson.session.SessionSubsystemFactory;
import io.keelson.session.infinispan.InfinispanFounder;
import io.keelson.websocket.SocketsFactory;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The reference pages are generated from the records and messages of all rooms. This test says when they are out of date;
 * {@code -Dkeelson.docs.write=true} writes them again.
 */
class ReferenceTest {
    private static final Path REFERENCE = Path.of("..", "..", "docs", "reference");
    private static final List<Class<?>> ROOMS = List.of(
            Logging.class,
            Muxer.class,
            HttpServer.class,
            RemoteObjects.class,
            Model.class,
            BalancerSettings.class,
            Realm.class,
            DataSourceSettings.class,
            SessionBeans.class,
            EjbLog.class,
            JmsSubsystemFactory.class,
            Deployer.class,
            SessionStore.class,
            SocketsFactory.class,
            SessionSubsystemFactory.class,
            InfinispanFounder.class,
            Membership.class,
            DomainDirectory.class,
            BatchContributorFactory.class,
            CdiContributorFactory.class,
            ConcurrencyContributorFactory.class,
            ConnectorsContributorFactory.class,
            IiopContributorFactory.class,
            JcacheContributorFactory.class,
            JpaContributorFactory.class,
            MicroProfileContributorFactory.class,
            OpenTelemetryContributorFactory.class,
            SecurityContributorFactory.class,
            SoapContributorFactory.class,
            ValidationContributorFactory.class,
            Main.class);

    private final Model model = Model.load(Main.class.getClassLoader());

    @Test
    void theReferenceOfTheConfigurationIsUpToDate() throws Exception {
        assertUpToDate("configuration.md", ModelReference.markdown(model));
        assertUpToDate("domain.schema.json", JsonSchema.of(model));
    }

    @Test
    void everyReferenceOfTheConfigurationLeadsSomewhere() {
        assertThat(model.referencesOutsideTheModel()).isEmpty();
    }

    @Test
    void theCatalogueOfMessagesIsUpToDate() throws Exception {
        MessageCatalogue catalogue = catalogue();

        assertThat(catalogue.problems()).isEmpty();
        assertThat(catalogue.entries()).extracting(MessageCatalogue.Entry::id).contains(360, 438, 2613);
        assertUpToDate("messages.md", catalogue.markdown());
    }

    private static MessageCatalogue catalogue() throws Exception {
        List<Path> roots = new ArrayList<>();
        for (Class<?> room : ROOMS) {
            roots.add(root(room));
        }
        return MessageCatalogue.read(roots);
    }

    private static Path root(Class<?> room) throws URISyntaxException {
        return Path.of(room.getProtectionDomain().getCodeSource().getLocation().toURI());
    }

    private static void assertUpToDate(String name, String expected) throws Exception {
        Path file = REFERENCE.resolve(name);
        if (Boolean.getBoolean("keelson.docs.write")) {
            Files.createDirectories(REFERENCE);
            Files.writeString(file, expected);
        }
        assertThat(file).as("write it again with -Dkeelson.docs.write=true").exists();
        assertThat(Files.readString(file))
                .as("write it again with -Dkeelson.docs.write=true")
                .isEqualTo(expected);
    }
}
