package io.keelson.component.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.work.WorkManagerDescriptor.Count;
import io.keelson.component.work.WorkManagerDescriptor.FairShare;
import io.keelson.component.work.WorkManagerDescriptor.NamedClass;
import io.keelson.component.work.WorkManagerDescriptor.PoolSize;
import io.keelson.component.work.WorkManagerDescriptor.ResponseTime;
import io.keelson.deploy.spi.DeploymentException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnterpriseWorkTest {
    private static EnterpriseWork read(String content) throws DeploymentException {
        String document = "<weblogic-application xmlns='http://xmlns.oracle.com/weblogic/weblogic-application'>\n"
                + content + "</weblogic-application>";
        return EnterpriseWork.read(new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)), "shop");
    }

    @Test
    void readsWorkManagersAndWhatStandsBesideThem() throws Exception {
        EnterpriseWork work = read("""
                <singleton-service><name>n</name><class-name>x.N</class-name></singleton-service>
                <fair-share-request><name>high</name><fair-share>80</fair-share></fair-share-request>
                <response-time-request><name>fast</name><goal-ms>200</goal-ms></response-time-request>
                <context-request><name>who</name>
                  <context-case><group-name>everyone</group-name><request-class-name>fast</request-class-name></context-case>
                </context-request>
                <min-threads-constraint><name>least</name><count>2</count></min-threads-constraint>
                <max-threads-constraint><name>most</name><count>3</count></max-threads-constraint>
                <max-threads-constraint><name>pool</name><pool-name>Warehouse</pool-name></max-threads-constraint>
                <capacity><name>room</name><count>100</count></capacity>
                <work-manager><name>batch</name><request-class-name>high</request-class-name></work-manager>
                """);
        assertThat(work.workManagers()).singleElement().satisfies(batch -> {
            assertThat(batch.name()).isEqualTo("batch");
            assertThat(batch.requestClass()).isInstanceOf(NamedClass.class);
        });
        assertThat(work.classes()).extracting(each -> each.name()).containsExactly("high", "fast", "who");
        assertThat(work.classes().get(0))
                .isInstanceOfSatisfying(
                        FairShare.class, share -> assertThat(share.share()).isEqualTo(80));
        assertThat(work.classes().get(1))
                .isInstanceOfSatisfying(
                        ResponseTime.class, time -> assertThat(time.goal()).isEqualTo(Duration.ofMillis(200)));
        assertThat(work.minThreads())
                .singleElement()
                .isInstanceOfSatisfying(
                        Count.class, least -> assertThat(least.count()).isEqualTo(2));
        assertThat(work.maxThreads()).hasSize(2);
        assertThat(work.maxThreads().get(1))
                .isInstanceOfSatisfying(
                        PoolSize.class, pool -> assertThat(pool.pool()).isEqualTo("Warehouse"));
        assertThat(work.capacities()).hasSize(1);
        assertThat(work.isEmpty()).isFalse();
    }

    @Test
    void isEmptyWhereOthersStandThere() throws Exception {
        assertThat(read("<session-descriptor/><ejb/>").isEmpty()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<fair-share-request><fair-share>80</fair-share></fair-share-request>|<name>",
                "<fair-share-request><name>a</name><fair-share>0</fair-share></fair-share-request>|from 1 to 1000",
                "<capacity><name>a</name><count>-1</count></capacity>|cannot be none",
                "<capacity><name>a</name></capacity>|<count>",
                "<max-threads-constraint><count>1</count></max-threads-constraint>|<name>",
                "<work-manager><name>a</name></work-manager><work-manager><name>a</name></work-manager>|second one",
            })
    void refusesWithFileAndLine(String content, String why) {
        assertThatThrownBy(() -> read(content))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith("META-INF/weblogic-application.xml:2:")
                .hasMessageContaining(why);
    }
}
