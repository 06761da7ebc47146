package io.keelson.component.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.ComponentDescriptor.EnvironmentEntry;
import io.keelson.component.descriptor.ComponentDescriptor.InjectionTarget;
import io.keelson.component.descriptor.ComponentDescriptor.Lifecycle;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.component.descriptor.Location;
import io.keelson.component.environment.Environment;
import io.keelson.component.environment.SharedDefinitions;
import io.keelson.component.environment.Sources;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.naming.Context;
import javax.naming.NameNotFoundException;
import javax.naming.NamingException;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Annotations of components (Servlet 6.1, 15.5). */
class ReflectiveComponentsTest {
    static class Base {
        final List<String> calls = new ArrayList<>();

        @Resource(name = "size")
        private int size = -1;

        @PostConstruct
        private void begin() {
            calls.add("base begins with " + size);
        }

        @PostConstruct
        void overridden() {
            calls.add("never");
        }

        @PreDestroy
        protected void end() {
            calls.add("base ends");
        }
    }

    static class Derived extends Base {
        private String unit = "none";
        private String colour;

        @Resource
        void setUnit(String unit) {
            this.unit = unit;
        }

        @PostConstruct
        private void begin() {
            calls.add("derived begins with " + unit + " and " + colour);
        }

        @Override
        void overridden() {}

        void other() {
            calls.add("as declared");
        }

        @PreDestroy
        void last() {
            calls.add("derived ends");
        }
    }

    static class Failing {
        @PostConstruct
        void begin() {
            throw new IllegalStateException("no");
        }
    }

    private final Naming naming = Naming.open("test", () -> NamingSettings.NONE);
    private final ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());
    private ComponentNames names;

    @AfterEach
    void close() {
        naming.close();
    }

    private static EnvironmentEntry entry(String name, String type, String value, InjectionTarget... targets) {
        return new EnvironmentEntry(name, type, value, null, List.of(targets), Location.of("web.xml"));
    }

    private static ResourceReference reference(
            ResourceKind kind, String name, String type, String lookup, InjectionTarget... targets) {
        return new ResourceReference(name, kind, type, lookup, null, List.of(targets), Location.of("web.xml"));
    }

    private Environment environment(List<EnvironmentEntry> entries, ResourceReference... references) throws Exception {
        names = naming.application("shop").module("shop", loader);
        Environment environment = new Environment(
                "shop",
                new ComponentDescriptor(
                        entries,
                        List.of(references),
                        List.of(),
                        Lifecycle.NONE,
                        Map.of("mapped", "jdbc/orders"),
                        false),
                new Sources(),
                naming,
                new SharedDefinitions(naming),
                names,
                loader);
        environment.open();
        return environment;
    }

    private static ReflectiveComponents factory(Environment environment, Lifecycle lifecycle) {
        return new ReflectiveComponents(new ResourceInjector(environment), new Callbacks(lifecycle));
    }

    private ReflectiveComponents components(Lifecycle lifecycle) throws Exception {
        return factory(
                environment(List.of(
                        entry("size", "java.lang.Integer", "7"),
                        entry(Derived.class.getName() + "/unit", "java.lang.String", "kg"),
                        entry("c", "java.lang.String", "red", new InjectionTarget(Derived.class.getName(), "colour")))),
                lifecycle);
    }

    @Test
    void injectsAndCallsSuperclassesFirstAndLastInReverse() throws Exception {
        ReflectiveComponents components = components(Lifecycle.NONE);
        Derived made = components.create(Derived.class);
        assertThat(made.calls).containsExactly("base begins with 7", "derived begins with kg and red");
        components.destroy(made);
        assertThat(made.calls).endsWith("derived ends", "base ends");
    }

    @Test
    void theDescriptorNamesOtherCallbacks() throws Exception {
        ReflectiveComponents components = components(
                new Lifecycle(Map.of(Derived.class.getName(), "other"), Map.of(Base.class.getName(), "none")));
        Derived made = components.create(Derived.class);
        assertThat(made.calls).containsExactly("base begins with 7", "as declared");
        components.destroy(made);
        assertThat(made.calls).endsWith("as declared", "derived ends");
    }

    static class Asking {
        @Resource(lookup = "jdbc/orders")
        private Object byLookup;

        @Resource(name = "mapped")
        private Object byName;

        @Resource(mappedName = "jdbc/orders")
        private Object byMappedName;

        @Resource
        private Runnable nobody = () -> {};

        @Resource
        private DataSource standard;

        private Object targeted;
    }

    static class Wrong {
        @Resource(name = "mapped")
        private Number number;
    }

    static class Lost {
        @Resource(lookup = "jdbc/none")
        private Object none;
    }

    /** A data source that does nothing. */
    private static DataSource dataSource() {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(),
                new Class<?>[] {DataSource.class},
                (proxy, method, arguments) -> method.getName().equals("toString") ? "a data source" : null);
    }

    @Test
    void injectsWhatNamesLeadTo() throws Exception {
        DataSource standard = dataSource();
        naming.addDefault("DefaultDataSource", standard);
        naming.context().createSubcontext("jdbc").bind("orders", "the orders");
        Environment environment = environment(
                List.of(),
                reference(
                        ResourceKind.RESOURCE_REF,
                        "mapped",
                        "javax.sql.DataSource",
                        "jdbc/overridden",
                        new InjectionTarget(Asking.class.getName(), "targeted")));
        Asking made = factory(environment, Lifecycle.NONE).create(Asking.class);
        assertThat(made.byLookup).isEqualTo("the orders");
        assertThat(made.byName).isEqualTo("the orders");
        assertThat(made.byMappedName).isEqualTo("the orders");
        assertThat(made.targeted).isEqualTo("the orders");
        assertThat(made.standard).isSameAs(standard);
        assertThat(made.nobody).isNotNull();
    }

    static class OfAnotherProduct {
        @Resource(mappedName = "maxAmount")
        private Double amount = 7.0;

        @Resource(mappedName = "jdbc/orders")
        private Integer ofAnotherType = 8;

        @Resource(mappedName = "jdbc/elsewhere")
        private DataSource standard;

        private String text;

        @Resource(mappedName = "no such name")
        private void setText(String text) {
            this.text = text;
        }
    }

    @Test
    void aNameOfAnotherProductThatNothingBindsCountsAsAbsent() throws Exception {
        DataSource standard = dataSource();
        naming.addDefault("DefaultDataSource", standard);
        naming.context().createSubcontext("jdbc").bind("orders", "the orders");
        OfAnotherProduct made = factory(environment(List.of()), Lifecycle.NONE).create(OfAnotherProduct.class);
        assertThat(made.amount).isEqualTo(7.0);
        assertThat(made.ofAnotherType).isEqualTo(8);
        assertThat(made.standard).isSameAs(standard);
        assertThat(made.text).isNull();
    }

    @Test
    void whatIsDeclaredAndLeadsToNothingOrToAnotherTypeIsAnError() throws Exception {
        naming.context().createSubcontext("jdbc").bind("orders", "the orders");
        ReflectiveComponents components = factory(
                environment(List.of(), reference(ResourceKind.RESOURCE_REF, "mapped", null, null)), Lifecycle.NONE);
        assertThatThrownBy(() -> components.create(Wrong.class))
                .isInstanceOf(NamingException.class)
                .hasMessageContainingAll("number", "java.lang.Number", "java.lang.String");
        assertThatThrownBy(() -> components.create(Lost.class))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContaining("jdbc/none");
    }

    @Test
    void referencesLeadWhereTheyAreMapped() throws Exception {
        naming.addDefault("DefaultDataSource", dataSource());
        naming.context().bind("pool", "the pool");
        naming.context().bind("other", "another");
        environment(
                List.of(new EnvironmentEntry("linked", null, null, "other", List.of(), Location.of("web.xml"))),
                reference(ResourceKind.RESOURCE_REF, "byLookup", "javax.sql.DataSource", "pool"),
                reference(ResourceKind.RESOURCE_ENV_REF, "pool", "javax.sql.DataSource", null),
                reference(ResourceKind.RESOURCE_REF, "nobody/maps", "javax.sql.DataSource", null),
                reference(ResourceKind.RESOURCE_REF, "home", "java.net.URL", "http://127.0.0.1/"),
                reference(ResourceKind.EJB_REF, "ejb/Cart", "shop.Cart", null),
                reference(ResourceKind.MESSAGE_DESTINATION_REF, "jms/q", "jakarta.jms.Queue", null),
                reference(ResourceKind.RESOURCE_REF, "java:app/env/pool", "javax.sql.DataSource", "pool"));
        Context context = names.initialContext();
        assertThat(context.lookup("java:comp/env/byLookup")).isEqualTo("the pool");
        assertThat(context.lookup("java:comp/env/pool")).isEqualTo("the pool");
        assertThat(context.lookup("java:comp/env/nobody/maps")).isInstanceOf(DataSource.class);
        assertThat(context.lookup("java:comp/env/home")).hasToString("http://127.0.0.1/");
        assertThat(context.lookup("java:app/env/pool")).isEqualTo("the pool");
        assertThat(context.lookup("java:comp/env/linked")).isEqualTo("another");
        for (String missing : List.of("ejb/Cart", "jms/q")) {
            assertThatThrownBy(() -> context.lookup("java:comp/env/" + missing))
                    .isInstanceOf(NameNotFoundException.class);
        }
    }

    @Test
    void entriesThatAreWrongNameTheirPlace() {
        assertThatThrownBy(() -> environment(List.of(entry("size", "java.lang.Integer", "many"))))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("web.xml", "size", "many");
        assertThatThrownBy(() -> environment(List.of(entry("a", null, "1"), entry("a/b", null, "2"))))
                .isInstanceOf(DeploymentException.class)
                .hasMessageContaining("java:module/env/a is a value and no context");
    }

    @Test
    void whatACallbackThrowsIsThrown() {
        assertThatThrownBy(() -> components(Lifecycle.NONE).create(Failing.class))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("no");
    }

    record Closed(int value) {}

    @Test
    void aClassWithoutSuchAConstructorIsNamedAndCanBeInitialised() throws Exception {
        ReflectiveComponents components = components(Lifecycle.NONE);
        assertThatThrownBy(() -> components.create(Closed.class))
                .isInstanceOf(NoSuchMethodException.class)
                .hasMessageContaining(Closed.class.getName());
        components.initialise(new Closed(1));
    }

    static class Misspelt {
        @Resource(lookup = "java:comp/env/sizes")
        private Object wrong;
    }

    static class Targeted {
        private String colour;
    }

    @Test
    void aWrongResourceNamesClassFieldAndTheSimilarName() throws Exception {
        ReflectiveComponents components = components(Lifecycle.NONE);
        assertThatThrownBy(() -> components.create(Misspelt.class))
                .isInstanceOf(NameNotFoundException.class)
                .hasMessageContainingAll(
                        "@Resource on field 'wrong'",
                        Misspelt.class.getName(),
                        "java:comp/env/sizes",
                        "(similar: size)");
    }

    @Test
    void aWrongInjectionTargetNamesTheSimilarField() throws Exception {
        ReflectiveComponents components = factory(
                environment(List.of(
                        entry("c", "java.lang.String", "red", new InjectionTarget(Targeted.class.getName(), "color")))),
                Lifecycle.NONE);
        assertThatThrownBy(() -> components.create(Targeted.class))
                .hasMessageContainingAll("'color'", Targeted.class.getName(), "did you mean colour?");
    }

    static class ByType {
        @Resource
        private jakarta.annotation.security.RunAs none;

        @Resource
        private DataSource data;
    }

    @Test
    void aDefaultIsFoundByItsTypeAlone() throws Exception {
        Object standard = Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> null);
        naming.addDefault("DefaultDataSource", standard);
        ReflectiveComponents components = components(Lifecycle.NONE);
        ByType made = components.create(ByType.class);
        assertThat(made.data == standard).isTrue();
        assertThat(made.none).isNull();
    }
}
