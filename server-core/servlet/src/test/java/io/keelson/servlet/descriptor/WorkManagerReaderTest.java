package io.keelson.servlet.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.work.WorkManagerDescriptor;
import io.keelson.component.work.WorkManagerDescriptor.Case;
import io.keelson.component.work.WorkManagerDescriptor.Context;
import io.keelson.component.work.WorkManagerDescriptor.Count;
import io.keelson.component.work.WorkManagerDescriptor.FairShare;
import io.keelson.component.work.WorkManagerDescriptor.NamedClass;
import io.keelson.component.work.WorkManagerDescriptor.NamedLimit;
import io.keelson.component.work.WorkManagerDescriptor.PoolSize;
import io.keelson.component.work.WorkManagerDescriptor.ResponseTime;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkManagerReaderTest {
    private static ServerSettings read(String root) throws DeploymentException {
        return WeblogicReader.read(
                new ByteArrayInputStream(root.getBytes(StandardCharsets.UTF_8)), "WEB-INF/weblogic.xml", "shop");
    }

    private static WorkManagerDescriptor manager(String content) throws DeploymentException {
        return read("<weblogic-web-app>\n<work-manager><name>w</name>" + content + "</work-manager></weblogic-web-app>")
                .workManagers()
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<weblogic-web-app>",
                "<weblogic-web-app xmlns='http://www.bea.com/ns/weblogic/90'>",
                "<weblogic-web-app xmlns='http://www.bea.com/ns/weblogic/weblogic-web-app'>",
                "<weblogic-web-app xmlns='http://xmlns.oracle.com/weblogic/weblogic-web-app'>",
                "<!DOCTYPE weblogic-web-app PUBLIC '-//BEA Systems, Inc.//DTD Web Application 8.1//EN'"
                        + " 'http://www.bea.com/servers/wls810/dtd/weblogic810-web-jar.dtd'><weblogic-web-app>"
            })
    void readsPoliciesInEveryNamespace(String root) throws Exception {
        ServerSettings server = read(root + """
                <wl-dispatch-policy>batch</wl-dispatch-policy>
                <servlet-descriptor><servlet-name>report</servlet-name><dispatch-policy>slow</dispatch-policy></servlet-descriptor>
                <work-manager><name>slow</name></work-manager>
                </weblogic-web-app>""");
        assertThat(server.dispatchPolicy().value()).isEqualTo("batch");
        assertThat(server.servletPolicies().get("report").value()).isEqualTo("slow");
        assertThat(server.workManagers())
                .extracting(WorkManagerDescriptor::name)
                .containsExactly("slow");
    }

    @Test
    void readsRequestClasses() throws Exception {
        assertThat(manager("<fair-share-request-class><name>high</name><fair-share>80</fair-share>"
                                + "</fair-share-request-class>")
                        .requestClass())
                .isInstanceOfSatisfying(FairShare.class, c -> {
                    assertThat(c.name()).isEqualTo("high");
                    assertThat(c.share()).isEqualTo(80);
                    assertThat(c.location().line()).isEqualTo(2);
                });
        assertThat(manager("<response-time-request-class><name>fast</name><goal-ms>200</goal-ms>"
                                + "</response-time-request-class>")
                        .requestClass())
                .isInstanceOfSatisfying(ResponseTime.class, c -> {
                    assertThat(c.name()).isEqualTo("fast");
                    assertThat(c.goal()).isEqualTo(Duration.ofMillis(200));
                });
        assertThat(manager("""
                        <context-request-class><name>who</name>
                        <context-case><user-name>ann</user-name><request-class-name>high</request-class-name></context-case>
                        <context-case><group-name>everyone</group-name><request-class-name>low</request-class-name></context-case>
                        </context-request-class>""").requestClass()).isInstanceOfSatisfying(Context.class, c -> {
            assertThat(c.cases()).extracting(Case::user).containsExactly("ann", null);
            assertThat(c.cases()).extracting(Case::group).containsExactly(null, "everyone");
            assertThat(c.cases()).extracting(Case::requestClass).containsExactly("high", "low");
        });
        assertThat(manager("<request-class-name>gold</request-class-name>").requestClass())
                .isInstanceOfSatisfying(
                        NamedClass.class, c -> assertThat(c.name()).isEqualTo("gold"));
    }

    @Test
    void readsConstraintsByCountByPoolAndByName() throws Exception {
        WorkManagerDescriptor own = manager("""
                <min-threads-constraint><name>least</name><count>3</count></min-threads-constraint>
                <max-threads-constraint><name>most</name><pool-name>orders</pool-name></max-threads-constraint>
                <capacity><name>room</name><count>100</count></capacity>""");
        assertThat(own.minThreads())
                .isInstanceOfSatisfying(Count.class, c -> assertThat(c.count()).isEqualTo(3));
        assertThat(own.maxThreads()).isInstanceOfSatisfying(PoolSize.class, p -> {
            assertThat(p.pool()).isEqualTo("orders");
            assertThat(p.name()).isEqualTo("most");
        });
        assertThat(own.capacity())
                .isInstanceOfSatisfying(Count.class, c -> assertThat(c.count()).isEqualTo(100));
        WorkManagerDescriptor named = manager("""
                <min-threads-constraint-name>least</min-threads-constraint-name>
                <max-threads-constraint-name>most</max-threads-constraint-name>
                <capacity-name>room</capacity-name>""");
        assertThat(named.minThreads())
                .isInstanceOfSatisfying(
                        NamedLimit.class, n -> assertThat(n.name()).isEqualTo("least"));
        assertThat(named.maxThreads())
                .isInstanceOfSatisfying(
                        NamedLimit.class, n -> assertThat(n.name()).isEqualTo("most"));
        assertThat(named.capacity())
                .isInstanceOfSatisfying(
                        NamedLimit.class, n -> assertThat(n.name()).isEqualTo("room"));
    }

    @Test
    void minusOneIsNone() throws Exception {
        WorkManagerDescriptor none = manager("""
                <fair-share-request-class><name>f</name><fair-share>-1</fair-share></fair-share-request-class>
                <min-threads-constraint><name>least</name><count>0</count></min-threads-constraint>
                <max-threads-constraint><name>most</name><count>-1</count></max-threads-constraint>""");
        assertThat(none.requestClass()).isNull();
        assertThat(none.minThreads()).isNull();
        assertThat(none.maxThreads()).isNull();
    }

    @Test
    void readsWhatToDoAboutStuckThreads() throws Exception {
        assertThat(manager("<ignore-stuck-threads>true</ignore-stuck-threads>").ignoreStuckThreads())
                .isTrue();
        WorkManagerDescriptor trigger = manager("<work-manager-shutdown-trigger><max-stuck-thread-time>30"
                + "</max-stuck-thread-time><stuck-thread-count>2</stuck-thread-count></work-manager-shutdown-trigger>");
        assertThat(trigger.shutdownTrigger().after()).isEqualTo(Duration.ofSeconds(30));
        assertThat(trigger.shutdownTrigger().threads()).isEqualTo(2);
        assertThat(trigger.shutdownTrigger().resume()).isTrue();
        assertThat(manager("<work-manager-shutdown-trigger><stuck-thread-count>1</stuck-thread-count>"
                                + "<resume-when-unstuck>false</resume-when-unstuck></work-manager-shutdown-trigger>")
                        .shutdownTrigger()
                        .resume())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            <fair-share-request-class><fair-share>0</fair-share></fair-share-request-class>|from 1 to 1000
            <fair-share-request-class><fair-share>1001</fair-share></fair-share-request-class>|from 1 to 1000
            <fair-share-request-class><fair-share>many</fair-share></fair-share-request-class>|whole number, found 'many'
            <fair-share-request-class><name>x</name></fair-share-request-class>|expected a <fair-share>
            <response-time-request-class><goal-ms>0</goal-ms></response-time-request-class>|from 1
            <request-class-name/>|expected text
            <context-request-class><name>c</name></context-request-class>|at least one <context-case>
            <context-request-class><context-case><request-class-name>a</request-class-name></context-case>\
            </context-request-class>|either a <user-name> or a <group-name>
            <context-request-class><context-case><user-name>u</user-name></context-case>\
            </context-request-class>|expected a <request-class-name>
            <request-class-name>a</request-class-name><request-class-name>b</request-class-name>|leave one out
            <capacity><count>1</count></capacity><capacity-name>b</capacity-name>|leave one out
            <max-threads-constraint><count>0</count></max-threads-constraint>|from 1 to 65534
            <min-threads-constraint><count>1001</count></min-threads-constraint>|from 0 to 1000
            <response-time-request-class><goal-ms>86400001</goal-ms></response-time-request-class>|from 1 to 86400000
            <max-threads-constraint><count>2</count><pool-name>p</pool-name></max-threads-constraint>|both a <count> and a <pool-name>
            <max-threads-constraint/>|expected a <count>
            <work-manager-shutdown-trigger/>|expected a <stuck-thread-count>
            <ignore-stuck-threads>perhaps</ignore-stuck-threads>|true or false
            <ignore-stuck-threads>true</ignore-stuck-threads><work-manager-shutdown-trigger>\
            <stuck-thread-count>1</stuck-thread-count></work-manager-shutdown-trigger>|leave one out
            """)
    void whatIsMalformedIsRefusedWithItsPlace(String content, String complaint) {
        assertThatThrownBy(() -> manager(content))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("WEB-INF/weblogic.xml:2:")
                .hasMessageContaining(complaint);
    }

    @Test
    void twoOfOneNameAndOneWithoutAreRefused() {
        assertThatThrownBy(() -> read("<weblogic-web-app>\n<work-manager><name>w</name></work-manager>\n"
                        + "<work-manager><name>w</name></work-manager></weblogic-web-app>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("weblogic.xml:3:", "weblogic.xml:2:", "'w'");
        assertThatThrownBy(() -> read("<weblogic-web-app><work-manager/></weblogic-web-app>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("expected a <name>");
        assertThatThrownBy(
                        () -> read("<weblogic-web-app><wl-dispatch-policy> </wl-dispatch-policy></weblogic-web-app>"))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("expected text");
    }
}
