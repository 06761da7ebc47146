package io.keelson.admin.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.keelson.admin.access.AuditFile;
import io.keelson.admin.access.AuditLog;
import io.keelson.admin.rest.Caller;
import io.keelson.admin.rest.RecordCollections;
import io.keelson.base.config.Section;
import io.keelson.base.config.Setting;
import io.keelson.base.measure.Described;
import io.keelson.base.time.Ticker;
import io.keelson.kernel.config.ConfigurationReader;
import io.keelson.kernel.config.DomainConfiguration;
import io.keelson.kernel.config.DomainFile;
import io.keelson.kernel.config.Model;
import io.keelson.kernel.config.Overrides;
import io.keelson.kernel.config.SettingPath;
import io.keelson.kernel.context.InvocationContext;
import io.keelson.kernel.management.RuntimeState;
import io.keelson.kernel.serial.ManagementConnector;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.AttributeNotFoundException;
import javax.management.InvalidAttributeValueException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanServer;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.ReflectionException;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.OpenMBeanInfo;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The beans of records that the test changes, in the MBean server of this JVM. */
@Timeout(60)
class ManagedBeansTest {
    private static final String SERVER = "jmx-test";

    @TempDir
    Path directory;

    private final MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    private final List<Pump> pumps = new CopyOnWriteArrayList<>();
    private final AtomicReference<DomainConfiguration> inForce = new AtomicReference<>();
    private final List<String> done = new CopyOnWriteArrayList<>();
    private ManagedBeans beans;

    /** What a pump does. */
    public enum State {
        /** Runs. */
        ON,
        /** Stands. */
        OFF
    }

    /** A pump. */
    public record Pump(
            String name,
            State state,

            @Described("How much it has moved.") long litres,

            @Described("How long it rests.") Duration rest) {}

    /** The server. */
    public record Self(String name, State state) {}

    /** Has no name. */
    public record Load(double part) {}

    /** What can be configured. */
    @Section(value = "pumps.*", help = "A pump.")
    public record PumpSettings(
            @Setting(help = "How fast it is.", defaultValue = "3", min = "1", max = "9", change = Setting.Change.LIVE)
            int speed,

            @Setting(help = "How long it rests.", defaultValue = "30s")
            Duration restTime,

            @Setting(help = "What opens it.", secret = true, defaultValue = "sesame")
            String password,

            @Setting(help = "Where it stands.") List<String> places,
            @Setting(help = "What it has.") Map<String, String> properties) {}

    /** A server of the domain. */
    @Section("servers.*")
    public record ServerSettings(
            @Setting(help = "Its port.", defaultValue = "7001")
            int port) {}

    @BeforeEach
    void start() throws Exception {
        pumps.add(new Pump("a", State.ON, 5, Duration.ofSeconds(1)));
        inForce.set(read("pumps:\n  big:\n    speed: 4\nservers:\n  " + SERVER + ": {}\n  other: {}\n"));
        RuntimeState rooms = new RuntimeState();
        rooms.add("pumps", Pump.class, () -> pumps);
        RecordCollections records = new RecordCollections(rooms).with("load", Load.class, () -> List.of(new Load(0.5)));
        beans = new ManagedBeans(
                SERVER,
                () -> new Self(SERVER, State.ON),
                List.of(new Action(
                        "ring",
                        "Rings.",
                        Map.of("times", SimpleType.INTEGER),
                        SimpleType.STRING,
                        true,
                        "POST pumps/ring",
                        (self, given, caller) -> {
                            done.add("ring " + given[0]);
                            return "rang";
                        })),
                new ManagedBeans.Parts(records, inForce::get, this::set, Map.of("pumps", List.of(flush()))),
                new AuditLog(new AuditFile(directory.resolve("audit.log"), 1 << 20, 2), SERVER, Ticker.system()),
                Ticker.system(),
                Duration.ofMillis(50));
        beans.start();
        await().until(() -> server.isRegistered(runtime("pumps", "a")));
    }

    @Test
    void whoAttachesFindsThemWithTheFirstRequest() throws Exception {
        try (ManagedBeans other = new ManagedBeans(
                "jmx-attached",
                () -> new Self("jmx-attached", State.ON),
                List.of(),
                new ManagedBeans.Parts(new RecordCollections(new RuntimeState()), null, null, Map.of()),
                new AuditLog(new AuditFile(directory.resolve("attached.log"), 1 << 20, 2), SERVER, Ticker.system()),
                Ticker.system(),
                Duration.ofHours(1))) {
            ObjectName attached = new ObjectName("io.keelson:server=jmx-attached,type=server");
            other.start();
            assertThat(server.isRegistered(attached)).isFalse();
            ManagementConnector.requested();
            assertThat(server.isRegistered(attached)).isTrue();
            other.close();
            ManagementConnector.requested();
            assertThat(server.isRegistered(attached)).isFalse();
        }
    }

    private Action flush() {
        return new Action(
                "flush",
                "Flushes it.",
                Map.of(),
                SimpleType.VOID,
                true,
                "POST pumps/*/flush",
                (pump, given, caller) -> {
                    if (((Pump) pump).state() == State.OFF) {
                        throw new IllegalStateException("it stands");
                    }
                    done.add("flushed " + ((Pump) pump).name());
                    return null;
                });
    }

    private void set(SettingPath path, Object value, Caller caller) throws Exception {
        if (value.equals(9L)) {
            throw new IllegalArgumentException("refused by a server");
        }
        inForce.set(inForce.get().with(inForce.get().file().edit(path, value)));
    }

    private static DomainConfiguration read(String text) throws Exception {
        return new ConfigurationReader(Model.of(PumpSettings.class, ServerSettings.class))
                .read(
                        DomainFile.parse(Path.of("domain.yaml"), text),
                        SERVER,
                        new Overrides(Map.of(), Map.of(), Set.of()));
    }

    @AfterEach
    void close() throws Exception {
        beans.close();
        assertThat(server.queryNames(new ObjectName("io.keelson:server=" + SERVER + ",*"), null))
                .isEmpty();
    }

    private static ObjectName name(String rest) throws Exception {
        return new ObjectName("io.keelson:server=" + SERVER + "," + rest);
    }

    private static ObjectName runtime(String collection, String name) throws Exception {
        return name("type=runtime,collection=" + collection + ",name=" + name);
    }

    private static ObjectName configured(String path) throws Exception {
        return name("type=configuration,path=" + path);
    }

    /** A turn that is due at that moment shows nothing again. */
    @Test
    void whatIsClosedStaysSo() throws Exception {
        RuntimeState rooms = new RuntimeState();
        rooms.add("pumps", Pump.class, () -> pumps);
        for (int i = 0; i < 300; i++) {
            try (ManagedBeans other = new ManagedBeans(
                    "jmx-other",
                    () -> new Self("jmx-other", State.ON),
                    List.of(),
                    new ManagedBeans.Parts(new RecordCollections(rooms), null, null, Map.of()),
                    new AuditLog(new AuditFile(directory.resolve("other.log"), 1 << 20, 2), SERVER, Ticker.system()),
                    Ticker.system(),
                    Duration.ofMillis(1))) {
                other.start();
                ObjectName pump = new ObjectName("io.keelson:server=jmx-other,type=runtime,collection=pumps,name=a");
                await().pollInterval(Duration.ofMillis(1)).until(() -> server.isRegistered(pump));
            }
            assertThat(server.queryNames(new ObjectName("io.keelson:server=jmx-other,*"), null))
                    .isEmpty();
        }
    }

    @Test
    void attributesSayWhatTheRecordSaysOfThem() throws Exception {
        Map<String, String> help = new HashMap<>();
        for (MBeanAttributeInfo each :
                server.getMBeanInfo(runtime("pumps", "a")).getAttributes()) {
            help.put(each.getName(), each.getDescription());
        }
        assertThat(help)
                .containsEntry("Litres", "How much it has moved.")
                .containsEntry("RestMillis", "How long it rests.")
                .containsEntry("State", "State");
    }

    @Test
    void recordsComeAndGo() throws Exception {
        assertThat(server.getAttribute(runtime("pumps", "a"), "Litres")).isEqualTo(5L);
        assertThat(server.getAttribute(runtime("pumps", "a"), "RestMillis")).isEqualTo(1000L);
        assertThat(server.getAttribute(runtime("load", "load"), "Part")).isEqualTo(0.5);
        assertThat(server.getAttribute(name("type=server"), "State")).isEqualTo("ON");

        pumps.set(0, new Pump("a", State.ON, 6, Duration.ZERO));
        assertThat(server.getAttribute(runtime("pumps", "a"), "Litres"))
                .as("what is there now, not at the last turn")
                .isEqualTo(6L);

        pumps.add(new Pump("x:*,=\"y", State.ON, 1, Duration.ZERO));
        ObjectName quoted = runtime("pumps", ObjectName.quote("x:*,=\"y"));
        await().until(() -> server.isRegistered(quoted));
        assertThat((CompositeData[]) server.getAttribute(name("type=runtime,collection=pumps"), "Records"))
                .hasSize(2);

        pumps.remove(0);
        assertThatThrownBy(() -> server.getAttribute(runtime("pumps", "a"), "Litres"))
                .isInstanceOf(MBeanException.class)
                .hasMessageContaining("is not there any more");
        await().until(() -> !server.isRegistered(runtime("pumps", "a")));
    }

    @Test
    void whatCannotBeToldApartIsInTheCollectionOnly() throws Exception {
        pumps.add(new Pump("a", State.ON, 7, Duration.ZERO));
        await().until(() -> !server.isRegistered(runtime("pumps", "a")));
        assertThat(server.getAttribute(name("type=runtime,collection=pumps"), "Count"))
                .isEqualTo(2);
    }

    @Test
    void changesOfStatesAreTold() throws Exception {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        server.addNotificationListener(runtime("pumps", "a"), (told, back) -> heard.add(told), null, null);
        server.addNotificationListener(name("type=server"), (told, back) -> heard.add(told), null, null);
        pumps.set(0, new Pump("a", State.OFF, 6, Duration.ZERO));
        await().until(() -> !heard.isEmpty());
        AttributeChangeNotification told = (AttributeChangeNotification) heard.get(0);
        assertThat(List.of(told.getAttributeName(), told.getOldValue(), told.getNewValue()))
                .containsExactly("State", "ON", "OFF");

        beans.stateChanged("ON", "OFF");
        beans.happened("A pump is hot", "{\"pump\":\"a\"}");
        await().until(() -> heard.size() == 3);
        assertThat(heard.get(2).getUserData()).isEqualTo("{\"pump\":\"a\"}");
    }

    @Test
    void theConfigurationIsShownAsItIsWritten() throws Exception {
        ObjectName big = configured("pumps.big");
        assertThat(server.getAttribute(big, "Speed")).isEqualTo(4L);
        assertThat(server.getAttribute(big, "RestTime")).isEqualTo("30s");
        assertThat(server.getAttribute(big, "Password")).isEqualTo("******");
        assertThat((String[]) server.getAttribute(big, "Places")).isEmpty();
        assertThat((TabularData) server.getAttribute(big, "Properties"))
                .isEqualTo(server.getAttribute(big, "Properties"));
        assertThat(server.isRegistered(configured("servers.other"))).isTrue();
        OpenMBeanInfo info = (OpenMBeanInfo) server.getMBeanInfo(big);
        assertThat(info.getAttributes()[0].getDescription())
                .isEqualTo("How fast it is. Default: 3. At least 1. At most 9.");
        assertThat(info.getAttributes()[1].getDescription()).endsWith("A change needs a restart.");
    }

    @Test
    void theConfigurationIsChangedByTheOneWay() throws Exception {
        ObjectName big = configured("pumps.big");
        List<Notification> heard = new CopyOnWriteArrayList<>();
        server.addNotificationListener(big, (told, back) -> heard.add(told), null, null);
        server.setAttribute(big, new Attribute("Speed", 7L));
        assertThat(server.getAttribute(big, "Speed")).isEqualTo(7L);
        await().until(() -> heard.size() == 1);
        assertThat(((AttributeChangeNotification) heard.get(0)).getNewValue()).isEqualTo(7L);

        assertThatThrownBy(() -> server.setAttribute(big, new Attribute("Speed", 9L)))
                .isInstanceOf(MBeanException.class)
                .hasMessageContaining("refused by a server");
        assertThatThrownBy(() -> server.setAttribute(big, new Attribute("Speed", "fast")))
                .isInstanceOf(InvalidAttributeValueException.class);
        assertThatThrownBy(() -> server.setAttribute(big, new Attribute("Password", "open")))
                .isInstanceOf(AttributeNotFoundException.class);
        assertThat(Files.readAllLines(directory.resolve("audit.log")))
                .hasSize(4)
                .allMatch(line -> line.contains("\"user\":\"management\",\"via\":\"jmx\"")
                        && line.contains("\"method\":\"SET\"")
                        && line.contains("path=pumps.big Speed"))
                .anyMatch(line -> line.contains("\"status\":422,\"why\":\"refused by a server\""));

        inForce.set(read("pumps:\n  small:\n    speed: 4\nservers:\n  " + SERVER + ": {}\n"));
        await().until(() -> server.isRegistered(configured("pumps.small")) && !server.isRegistered(big));
    }

    @Test
    void operationsAreThoseOfTheRecord() throws Exception {
        assertThat(server.invoke(name("type=server"), "ring", new Object[] {2}, new String[] {"java.lang.Integer"}))
                .isEqualTo("rang");
        server.invoke(runtime("pumps", "a"), "flush", null, null);
        assertThat(done).containsExactly("ring 2", "flushed a");
        assertThatThrownBy(() -> server.invoke(name("type=server"), "ring", new Object[] {"x"}, null))
                .isInstanceOf(ReflectionException.class);
        assertThatThrownBy(() -> server.invoke(name("type=server"), "sing", null, null))
                .isInstanceOf(ReflectionException.class)
                .hasMessageContaining("[ring]");
        pumps.set(0, new Pump("a", State.OFF, 6, Duration.ZERO));
        assertThatThrownBy(() -> server.invoke(runtime("pumps", "a"), "flush", null, null))
                .isInstanceOf(MBeanException.class)
                .hasMessage("it stands")
                .cause()
                .hasNoCause();
    }

    @Test
    void applicationsChangeNothing() throws Exception {
        InvocationContext application = new InvocationContext("shop", getClass().getClassLoader(), 1);
        assertThat(application.call(() -> server.getAttribute(runtime("pumps", "a"), "Litres")))
                .isEqualTo(5L);
        assertThatThrownBy(() -> application.call(() -> server.invoke(runtime("pumps", "a"), "flush", null, null)))
                .hasMessageContaining("Applications cannot change");
        assertThatThrownBy(() -> application.call(() -> {
                    server.setAttribute(configured("pumps.big"), new Attribute("Speed", 7L));
                    return null;
                }))
                .hasMessageContaining("Applications cannot change");
        assertThat(done).isEmpty();
        assertThat(Files.readAllLines(directory.resolve("audit.log")))
                .hasSize(2)
                .allMatch(line -> line.contains("\"event\":\"refused\"") && line.contains("\"status\":403"));
    }

    @Test
    void whatCannotBeAuditedIsNotDone() throws Exception {
        Files.createSymbolicLink(directory.resolve("audit.log"), Path.of("/dev/full"));
        assertThatThrownBy(() -> server.invoke(runtime("pumps", "a"), "flush", null, null))
                .hasMessageContaining("Nothing was changed, as the audit log cannot be written");
        assertThat(done).isEmpty();
    }

    @Test
    void aSecondServerOfTheNameGoesWithout() throws Exception {
        try (ManagedBeans second = new ManagedBeans(
                SERVER,
                () -> new Self("second", State.OFF),
                List.of(),
                new ManagedBeans.Parts(
                        new RecordCollections(new RuntimeState()).with("loads", Load.class, List::of),
                        null,
                        null,
                        Map.of()),
                new AuditLog(new AuditFile(directory.resolve("second.log"), 1 << 20, 2), SERVER, Ticker.system()),
                Ticker.system(),
                Duration.ofMillis(50))) {
            second.start();
            await().until(() -> server.isRegistered(name("type=runtime,collection=loads")));
            assertThat(server.getAttribute(name("type=server"), "Name")).isEqualTo(SERVER);
        }
        assertThat(server.getAttribute(name("type=server"), "Name")).isEqualTo(SERVER);
    }
}
