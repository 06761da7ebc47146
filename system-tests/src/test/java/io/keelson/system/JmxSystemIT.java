package io.keelson.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import javax.management.Attribute;
import javax.management.AttributeChangeNotification;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanException;
import javax.management.Notification;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The MBeans of a domain's servers, as another process sees them that attaches. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class JmxSystemIT {
    private static final Duration LONGEST = Duration.ofSeconds(20);

    @TempDir
    Path parent;

    @Test
    void theTreeOfManagementCanBeSeenAndUsedByWhoAttaches() throws Exception {
        try (LiveDomain domain = LiveDomain.create(parent, 1)) {
            domain.launch("AdminServer", "server-1");
            domain.awaitRunning("AdminServer", "server-1");
            assertThat(domain.cli("config", "set", "work-managers.orders.capacity", "50", "--activate")
                            .exit())
                    .isZero();
            nothingIsMadeBeforeSomebodyAsks(domain.process("server-1"));
            try (Attached admin = Attached.to(domain, "AdminServer");
                    Attached managed = Attached.to(domain, "server-1")) {
                // With the first request, and without waiting for it.
                assertThat(admin.has("type=configuration,path=work-managers.orders"))
                        .isTrue();
                assertThat(managed.has("type=configuration,path=work-managers.orders"))
                        .isTrue();
                everythingCanBeRead(admin);
                everythingCanBeRead(managed);
                bothShowTheSameAsRest(domain, admin);
                dataSourcesAreTested(domain, admin);
                theAdminServerChangesTheDomain(domain, admin, managed);
                whatIsNoManagementIsNotRead(domain, managed);
                statesAreTold(domain, managed);
            }
        }
    }

    private static void nothingIsMadeBeforeSomebodyAsks(Process server) throws Exception {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        String.valueOf(server.pid()),
                        "GC.class_histogram",
                        "-all")
                .redirectErrorStream(true)
                .start();
        String classes = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor()).as(classes).isZero();
        assertThat(classes)
                .contains("io.keelson.admin.jmx.ManagedBeans")
                .doesNotContain("com.sun.jmx.mbeanserver.JmxMBeanServer", "io.keelson.admin.jmx.Bean ");
    }

    private static void everythingCanBeRead(Attached server) throws Exception {
        assertThat(server.all()).hasSizeGreaterThan(20);
        for (ObjectName bean : server.all()) {
            assertThat(server.everything(bean)).as("%s", bean).isNotEmpty();
        }
    }

    private static void bothShowTheSameAsRest(LiveDomain domain, Attached admin) throws Exception {
        assertThat(admin.get("type=server", "State")).isEqualTo("RUNNING");
        assertThat(admin.get("type=server", "Pid"))
                .isEqualTo(domain.process("AdminServer").pid());
        assertThat(domain.manage("AdminServer", "server/runtime").body()).contains("data-sources");
        assertThat(admin.get("type=runtime,collection=data-sources,name=DefaultDataSource", "State"))
                .isEqualTo("IDLE");
        assertThat((Long) admin.get("type=runtime,collection=process,name=process", "HeapUsedBytes"))
                .isGreaterThan(1_000_000L);
        assertThat(admin.has("type=configuration,path=servers.server-1")).isTrue();
        assertThat((String) admin.beans().invoke(admin.name("type=server"), "threadDump", null, null))
                .contains("keelson.management.Jmx");
    }

    private static void dataSourcesAreTested(LiveDomain domain, Attached admin) throws Exception {
        CompositeData outcome = (CompositeData) admin.beans()
                .invoke(admin.name("type=runtime,collection=data-sources,name=DefaultDataSource"), "test", null, null);
        assertThat(outcome.get("reached")).isEqualTo(true);
        assertThat((String) outcome.get("product")).startsWith("H2 ");

        LiveServer.Said said = domain.cli("data-source", "test", "DefaultDataSource", "--server", "server-1");
        assertThat(said.exit()).as(said.text()).isZero();
        assertThat(said.text()).contains("The data source DefaultDataSource has reached jdbc:h2:file:", "H2 ");
        domain.cli("config", "lock");
        domain.cli("config", "set", "data-sources.orders.url", "jdbc:h2:tcp://127.0.0.1:9/orders");
        LiveServer.Said refused = domain.cli("data-source", "test", "orders", "--pending");
        assertThat(refused.exit()).as(refused.text()).isEqualTo(1);
        assertThat(refused.text()).contains("has not reached jdbc:h2:tcp://127.0.0.1:9/orders; it tried for", "90067");
        domain.cli("config", "discard");
        assertThat(domain.cli("data-source", "test", "orders").text())
                .contains("There is no data source 'orders' here; there are [DefaultDataSource]");
    }

    private static void theAdminServerChangesTheDomain(LiveDomain domain, Attached admin, Attached managed)
            throws Exception {
        String orders = "type=configuration,path=work-managers.orders";
        assertThat(managed.get(orders, "Capacity")).isEqualTo(50L);
        assertThatThrownBy(() -> managed.beans().setAttribute(managed.name(orders), new Attribute("Capacity", 60L)))
                .isInstanceOf(AttributeNotFoundException.class);
        admin.beans().setAttribute(admin.name(orders), new Attribute("Capacity", 60L));
        assertThat(Files.readString(domain.directory().resolve("domain.yaml"))).contains("capacity: 60");
        await().atMost(LONGEST).until(() -> managed.get(orders, "Capacity").equals(60L));
        assertThatThrownBy(() -> admin.beans().setAttribute(admin.name(orders), new Attribute("Capacity", -1L)))
                .isInstanceOf(MBeanException.class);
        assertThat(domain.cli("config", "history").text()).contains("work-managers.orders.capacity by JMX");
        assertThat(Files.readString(domain.directory().resolve("servers/AdminServer/logs/audit.log")))
                .contains("\"via\":\"jmx\"", "\"method\":\"SET\"");
    }

    private static void whatIsNoManagementIsNotRead(LiveDomain domain, Attached server) throws Exception {
        assertThatThrownBy(() -> server.beans()
                        .invoke(
                                server.name("type=server"),
                                "shutdown",
                                new Object[] {new PriorityQueue<>(List.of("a", "b"))},
                                new String[] {"java.lang.Object"}))
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("REJECTED");
        assertThat(server.get("type=server", "State")).isEqualTo("RUNNING");
    }

    private static void statesAreTold(LiveDomain domain, Attached server) throws Exception {
        List<Notification> heard = new CopyOnWriteArrayList<>();
        server.beans().addNotificationListener(server.name("type=server"), (told, back) -> heard.add(told), null, null);
        server.beans()
                .invoke(server.name("type=server"), "shutdown", new Object[] {false}, new String[] {"java.lang.Boolean"
                });
        await().atMost(LONGEST)
                .until(() -> heard.stream()
                        .anyMatch(told -> told instanceof AttributeChangeNotification change
                                && "RUNNING".equals(change.getOldValue())
                                && "SUSPENDING".equals(change.getNewValue())));
        assertThat(domain.process("server-1").waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
}
