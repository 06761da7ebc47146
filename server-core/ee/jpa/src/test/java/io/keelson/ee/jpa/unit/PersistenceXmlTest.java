package io.keelson.ee.jpa.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.deploy.spi.DescriptorNode;
import io.keelson.ee.jpa.unit.UnitDescriptor.Said;
import jakarta.persistence.SharedCacheMode;
import jakarta.persistence.ValidationMode;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PersistenceXmlTest {
    private static final String FILE = "WEB-INF/classes/META-INF/persistence.xml";

    private static List<UnitDescriptor> read(String xml) throws DeploymentException {
        return PersistenceXml.read(
                DescriptorNode.read(FILE, new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
    }

    private static UnitDescriptor unit(String attributes, String content) throws DeploymentException {
        return read("<persistence version=\"3.2\" xmlns=\"https://jakarta.ee/xml/ns/persistence\">\n<persistence-unit "
                        + attributes + ">\n" + content + "\n</persistence-unit>\n</persistence>")
                .get(0);
    }

    @Test
    void readsEveryElement() throws DeploymentException {
        UnitDescriptor unit = unit("name=\"shop\" transaction-type=\"RESOURCE_LOCAL\"", """
                <description>books</description>
                <provider>com.acme.Provider</provider>
                <qualifier>com.acme.Shop</qualifier>
                <qualifier>com.acme.Main</qualifier>
                <scope>jakarta.enterprise.context.RequestScoped</scope>
                <jta-data-source>jdbc/shop</jta-data-source>
                <non-jta-data-source>jdbc/plain</non-jta-data-source>
                <mapping-file>META-INF/a.xml</mapping-file>
                <jar-file>lib/model.jar</jar-file>
                <class>com.acme.Book</class>
                <exclude-unlisted-classes/>
                <shared-cache-mode>ENABLE_SELECTIVE</shared-cache-mode>
                <validation-mode>CALLBACK</validation-mode>
                <properties><property name="a" value="1"/><property name="b">2</property></properties>""");

        assertThat(unit.name()).isEqualTo("shop");
        assertThat(unit.where()).isEqualTo(FILE + ":2");
        assertThat(unit.local()).isTrue();
        assertThat(unit.provider()).extracting(Said::text).isEqualTo("com.acme.Provider");
        assertThat(unit.qualifiers()).extracting(Said::text).containsExactly("com.acme.Shop", "com.acme.Main");
        assertThat(unit.scope()).extracting(Said::text).isEqualTo("jakarta.enterprise.context.RequestScoped");
        assertThat(unit.jtaDataSource()).extracting(Said::text).isEqualTo("jdbc/shop");
        assertThat(unit.nonJtaDataSource()).extracting(Said::where).isEqualTo(FILE + ":9");
        assertThat(unit.mappingFiles()).extracting(Said::text).containsExactly("META-INF/a.xml");
        assertThat(unit.jarFiles()).extracting(Said::text).containsExactly("lib/model.jar");
        assertThat(unit.classes()).extracting(Said::text).containsExactly("com.acme.Book");
        assertThat(unit.excludeUnlisted()).isTrue();
        assertThat(unit.cache()).isEqualTo(SharedCacheMode.ENABLE_SELECTIVE);
        assertThat(unit.validation()).isEqualTo(ValidationMode.CALLBACK);
        assertThat(unit.properties()).isEqualTo(Map.of("a", "1", "b", "2"));
    }

    @Test
    void whatIsNotSaidHasTheDefaultsOfAContainer() throws DeploymentException {
        UnitDescriptor unit = unit("name=\"shop\"", "");

        assertThat(unit.local()).isFalse();
        assertThat(unit.provider()).isNull();
        assertThat(unit.excludeUnlisted()).isFalse();
        assertThat(unit.cache()).isEqualTo(SharedCacheMode.UNSPECIFIED);
        assertThat(unit.validation()).isEqualTo(ValidationMode.AUTO);
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, http://java.sun.com/xml/ns/persistence",
        "2.0, http://java.sun.com/xml/ns/persistence",
        "2.1, http://xmlns.jcp.org/xml/ns/persistence",
        "2.2, http://xmlns.jcp.org/xml/ns/persistence",
        "3.0, https://jakarta.ee/xml/ns/persistence",
        "3.1, https://jakarta.ee/xml/ns/persistence",
        "3.2, https://jakarta.ee/xml/ns/persistence"
    })
    void everyVersionIsRead(String version, String namespace) throws DeploymentException {
        List<UnitDescriptor> units = read("<persistence version=\"" + version + "\" xmlns=\"" + namespace
                + "\"><persistence-unit name=\"a\"/></persistence>");

        assertThat(units).extracting(UnitDescriptor::version).containsExactly(version);
    }

    @Test
    void propertiesOfJavaEeHaveTheirNamesOfToday() throws DeploymentException {
        UnitDescriptor unit = unit(
                "name=\"shop\"",
                "<properties><property name=\"javax.persistence.lock.timeout\" value=\"5\"/></properties>");

        assertThat(unit.properties()).isEqualTo(Map.of("jakarta.persistence.lock.timeout", "5"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name='a' | <provder>x</provder> | :3: the element <provder> is unknown; did you mean provider?",
                "name='a' | <jta-data-source/> | :3: the element <jta-data-source> is empty",
                "name='a' transaction-type='RESOURCE' | '' | :2: the transaction-type 'RESOURCE' is unknown",
                "transaction-type='JTA' | '' | :2: the <persistence-unit> has no name",
                "name='a' | <shared-cache-mode>SOME</shared-cache-mode> | :3: the shared-cache-mode 'SOME' is unknown",
                "name='a' | <scope>x</scope><scope>y</scope> | :3: <scope> comes a second time in the unit 'a'",
                "name='a' | <exclude-unlisted-classes>yes</exclude-unlisted-classes> | :3: exclude-unlisted-classes is 'yes'",
                "name='a' | <properties><property name='x'/></properties> | :3: the property 'x' has no value"
            })
    void whatIsWrongIsSaidWithItsLine(String attributes, String content, String message) {
        assertThatThrownBy(() -> unit(attributes.replace('\'', '"'), content.replace('\'', '"')))
                .isInstanceOf(DeploymentException.class)
                .hasMessageStartingWith(FILE + message);
    }

    @Test
    void twoUnitsOfOneNameAreRefusedWithBothLines() {
        assertThatThrownBy(() -> read(
                        "<persistence>\n<persistence-unit name=\"a\"/>\n<persistence-unit name=\"a\"/></persistence>"))
                .hasMessage(FILE + ":3: the persistence unit 'a' is described a second time; the first is at " + FILE
                        + ":2");
    }

    @Test
    void anotherDocumentIsRefused() {
        assertThatThrownBy(() -> read("<beans/>")).hasMessageContaining("the root element is <beans>");
        assertThatThrownBy(() -> read("<persistence version=\"9\"/>"))
                .hasMessageContaining("the version '9' is unknown");
        assertThatThrownBy(() -> read("<persistence")).hasMessageContaining(FILE + ":1: not well-formed XML");
    }
}
