package io.keelson.component.descriptor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForeignApplicationsTest {
    @ParameterizedTest
    @CsvSource({
        "jboss-web.xml, true",
        "jboss-deployment-structure.xml, true",
        "glassfish-resources.xml, true",
        "payara-web.xml, true",
        "sun-ejb-jar.xml, true",
        "ibm-web-bnd.xml, true",
        "ibm-web-bnd.xmi, true",
        "resources.xml, true",
        "openejb-jar.xml, true",
        "tomee.xml, true",
        "shop-ds.xml, true",
        "orders-jms.xml, true",
        "web.xml, false",
        "ejb-jar.xml, false",
        "beans.xml, false",
        "persistence.xml, false",
        "context.xml, false",
        "weblogic.xml, false",
        "weblogic-ejb-jar.xml, false",
        "faces-config.xml, false",
        "sun.txt, false"
    })
    void descriptorsOfOtherServersTell(String file, boolean foreign) {
        assertThat(ForeignApplications.isOfAnotherServer(file)).isEqualTo(foreign);
    }

    @ParameterizedTest
    @CsvSource({
        "ibm-web-bnd.xml, true",
        "glassfish-web.xml, true",
        "resources.xml, true",
        "jboss-web.xml, false",
        "shop-ds.xml, false",
        "web.xml, false"
    })
    void someComeFromServersWithAnotherPersistenceProvider(String file, boolean without) {
        assertThat(ForeignApplications.isOfServerWithoutHibernate(file)).isEqualTo(without);
    }
}
