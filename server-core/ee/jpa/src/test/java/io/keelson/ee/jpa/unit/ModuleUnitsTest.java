package io.keelson.ee.jpa.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.deploy.spi.DeploymentException;
import io.keelson.ee.jpa.fixture.FakeModule;
import io.keelson.ee.jpa.model.Book;
import io.keelson.ee.jpa.model.NoIdentity;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleUnitsTest {
    private static final String CLASSES = "WEB-INF/classes/META-INF/persistence.xml";
    private static final String DESCRIPTOR = "META-INF/persistence.xml";

    @TempDir
    Path directory;

    private FakeModule module;

    @BeforeEach
    void makeModule() throws IOException {
        module = new FakeModule(directory.resolve("ear/shop.war"));
    }

    private ModuleUnits units() throws DeploymentException {
        return ModuleUnits.of(module.deployment());
    }

    private static String unit(String name, String... content) {
        return "<persistence version=\"3.2\"><persistence-unit name=\"" + name + "\">" + String.join("", content)
                + "</persistence-unit></persistence>";
    }

    @Test
    void aModuleWithoutADescriptorHasNone() throws DeploymentException {
        assertThat(units().isEmpty()).isTrue();
        assertThatThrownBy(() -> units().find(null, "class Shop"))
                .hasMessageStartingWith("class Shop refers to a persistence unit, and the module has none");
    }

    @Test
    void theOnlyUnitNeedsNoName() throws Exception {
        module.with(CLASSES, unit("shop")).with(Book.class);

        Unit unit = units().find("", "class Shop");

        assertThat(unit.name()).isEqualTo("shop");
        assertThat(unit.managed()).containsExactly(Book.class.getName());
        assertThat(unit.shared()).isFalse();
        assertThat(unit.root()).isEqualTo(module.classes().orElseThrow().toUri().toURL());
    }

    @Test
    void amongSeveralANameIsNeeded() throws Exception {
        module.with(CLASSES, unit("shop")).library("stock.jar", DESCRIPTOR, unit("stock"));

        assertThat(units().find("stock", "class Shop").name()).isEqualTo("stock");
        assertThatThrownBy(() -> units().find(null, "@PersistenceContext on field 'em' of class Shop"))
                .hasMessage("@PersistenceContext on field 'em' of class Shop does not say which persistence unit it "
                        + "means, and there are several:"
                        + " set its unitName to one of shop, stock");
        assertThatThrownBy(() -> units().find("shopp", "class Shop"))
                .hasMessageContaining("'shopp', which the module does not see; did you mean shop?");
    }

    @Test
    void aNameThatIsUsedTwiceIsRefusedWithBothPlaces() throws Exception {
        module.with(CLASSES, unit("shop")).library("stock.jar", DESCRIPTOR, unit("shop"));

        assertThatThrownBy(this::units)
                .hasMessage(
                        "the persistence unit name 'shop' is ambiguous: it is described at WEB-INF/classes/META-INF/persistence.xml:1"
                                + " and at WEB-INF/lib/stock.jar!META-INF/persistence.xml:1; rename one of them");
    }

    @Test
    void aModulesOwnUnitHidesASharedOneButForItsPath() throws Exception {
        module.with(CLASSES, unit("shop")).shared("lib/model.jar", DESCRIPTOR, unit("shop"), Book.class);

        assertThat(units().find("shop", "class Shop").shared()).isFalse();
        Unit shared = units().find("../lib/model.jar#shop", "class Shop");
        assertThat(shared.shared()).isTrue();
        assertThat(shared.managed()).containsExactly(Book.class.getName());
        assertThat(units().find(null, "class Shop").shared()).isFalse();
    }

    @Test
    void unlistedClassesAreManagedUnlessTheyAreExcluded() throws Exception {
        module.with(CLASSES, unit("shop", "<class>com.acme.Other</class>", "<exclude-unlisted-classes/>"))
                .with(Book.class);

        assertThat(units().find(null, "").managed()).containsExactly("com.acme.Other");
        assertThat(units().find(null, "").found()).containsExactly(Book.class.getName());
    }

    @Test
    void jarFilesAreRelativeToTheRootOfTheUnit() throws Exception {
        module.with(CLASSES, unit("shop", "<jar-file>../lib/stock.jar</jar-file>", "<jar-file>lib/more.jar</jar-file>"))
                .library("stock.jar", "META-INF/orm.xml", "<entity-mappings/>", Book.class)
                .library("more.jar", "x", "", NoIdentity.class);

        Unit unit = units().find(null, "");

        assertThat(unit.managed()).containsExactly(Book.class.getName(), NoIdentity.class.getName());
        assertThat(unit.mappingFiles()).containsExactly("META-INF/orm.xml");
        assertThat(unit.jars()).hasSize(2);
    }

    @Test
    void aJarFileThatIsNotThereIsSaidWithItsLine() throws Exception {
        module.with(CLASSES, unit("shop", "\n<jar-file>WEB-INF/lib/stok.jar</jar-file>"))
                .library("stock.jar", "x", "");

        assertThatThrownBy(this::units)
                .hasMessageStartingWith(CLASSES + ":2: the jar-file 'WEB-INF/lib/stok.jar' is not in the application")
                .hasMessageEndingWith("did you mean WEB-INF/lib/stock.jar?");
    }

    @Test
    void aDescriptorInTheWrongPlaceIsSaid() throws Exception {
        module.with("WEB-INF/persistence.xml", unit("shop"));

        assertThatThrownBy(this::units)
                .hasMessage("WEB-INF/persistence.xml is not where a web application's units are looked for; move it to "
                        + CLASSES);
    }
}
