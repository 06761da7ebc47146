package io.keelson.component.injection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keelson.component.descriptor.ComponentDescriptor;
import io.keelson.component.descriptor.ComponentDescriptor.InjectionTarget;
import io.keelson.component.descriptor.ComponentDescriptor.Lifecycle;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceKind;
import io.keelson.component.descriptor.ComponentDescriptor.ResourceReference;
import io.keelson.component.descriptor.Location;
import io.keelson.component.environment.ClassAnnotations;
import io.keelson.component.environment.Environment;
import io.keelson.component.environment.SharedDefinitions;
import io.keelson.component.environment.Sources;
import io.keelson.component.spi.InjectedValue;
import io.keelson.component.spi.InjectionRequest;
import io.keelson.component.spi.InjectionSource;
import io.keelson.deploy.spi.DeploymentException;
import io.keelson.kernel.naming.ComponentNames;
import io.keelson.kernel.naming.Naming;
import io.keelson.kernel.naming.NamingSettings;
import java.lang.annotation.Annotation;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.naming.NamingException;
import org.jboss.jandex.Index;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Annotations and references that another room serves. */
class InjectionSourcesTest {
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.FIELD, ElementType.METHOD, ElementType.TYPE})
    @Repeatable(Units.class)
    @interface Unit {
        String name() default "";

        String unit() default "";
    }

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    @interface Units {
        Unit[] value();
    }

    /** Serves units that it knows; each value is a new one. */
    private static final class UnitSource implements InjectionSource {
        private final List<String> asked = new ArrayList<>();
        private int made;

        @Override
        public Set<Class<? extends Annotation>> annotations() {
            return Set.of(Unit.class);
        }

        @Override
        public Set<ResourceKind> references() {
            return Set.of(ResourceKind.PERSISTENCE_UNIT_REF);
        }

        @Override
        public InjectedValue resolve(InjectionRequest request) throws NamingException {
            String unit;
            if (request instanceof InjectionRequest.Annotated annotated) {
                unit = ((Unit) annotated.annotation()).unit();
            } else {
                unit = ((InjectionRequest.Declared) request)
                        .reference()
                        .details()
                        .getOrDefault("persistence-unit-name", "");
            }
            asked.add(request.name());
            if (!unit.equals("orders")) {
                throw new NamingException(request.place() + ": there is no unit '" + unit + "'; known: orders");
            }
            return () -> new StringBuilder(unit + " " + ++made);
        }
    }

    @Unit(name = "a", unit = "orders")
    @Unit(name = "b", unit = "orders")
    static class Declaring {}

    @Unit(unit = "orders")
    static class Nameless {}

    static class Base {
        @Unit(unit = "orders")
        CharSequence inBase;

        CharSequence property;

        @Unit(name = "a", unit = "orders")
        void setProperty(CharSequence value) {
            property = value;
        }
    }

    static class Using extends Base {
        @Unit(name = "declared", unit = "of the annotation, which the descriptor overrides")
        CharSequence overridden;

        CharSequence target;

        @Override
        void setProperty(CharSequence value) {
            throw new AssertionError("an override without the annotation is not injected");
        }
    }

    static class Wrong {
        @Unit(unit = "order")
        CharSequence field;
    }

    static class OtherType {
        @Unit(unit = "orders")
        Integer number;
    }

    private final Naming naming = Naming.open("test", () -> NamingSettings.NONE);
    private final ClassLoader loader = new URLClassLoader(new URL[0], getClass().getClassLoader());
    private final UnitSource source = new UnitSource();
    private final Sources sources = new Sources();

    @AfterEach
    void close() {
        naming.close();
    }

    private static ResourceReference reference(String name, String unit, InjectionTarget... targets) {
        return new ResourceReference(
                name,
                ResourceKind.PERSISTENCE_UNIT_REF,
                null,
                null,
                null,
                Map.of("persistence-unit-name", unit),
                Map.of(),
                List.of(targets),
                new Location("web.xml", 7, 5));
    }

    private Environment environment(ResourceReference... references) throws Exception {
        sources.add(source);
        ComponentNames names = naming.application("shop").module("shop", loader);
        return new Environment(
                "shop",
                new ComponentDescriptor(List.of(), List.of(references), List.of(), Lifecycle.NONE, Map.of(), false),
                sources,
                naming,
                new SharedDefinitions(naming),
                names,
                loader);
    }

    private static ResourceInjector injector(Environment environment) throws Exception {
        environment.open();
        new ClassAnnotations(environment, InjectionSourcesTest.class.getClassLoader())
                .declare(Index.of(Declaring.class, Using.class));
        return new ResourceInjector(environment);
    }

    @Test
    void fieldsAndSettersGetValuesAndDescriptorsWin() throws Exception {
        ResourceInjector injector = injector(environment(
                reference("declared", "orders"),
                reference("target", "orders", new InjectionTarget(Using.class.getName(), "target"))));
        Using made = new Using();
        injector.inject(made);
        assertThat(made.inBase.toString()).startsWith("orders");
        assertThat(made.overridden.toString()).startsWith("orders");
        assertThat(made.target.toString()).startsWith("orders");
        assertThat(made.property).isNull();
        assertThat(source.asked).contains("declared", "target", "a", "b", Base.class.getName() + "/inBase");
    }

    @Test
    void namesOfClassesAndDescriptorsAreLookedUpWithANewValueEach() throws Exception {
        ResourceInjector injector = injector(environment(reference("declared", "orders")));
        assertThat(injector.lookup("a")).hasToString("orders 1");
        assertThat(injector.lookup("java:comp/env/b")).hasToString("orders 2");
        assertThat(injector.lookup("declared")).hasToString("orders 3");
    }

    @Test
    void aSuperclassOfAnOwnClassDeclaresItsMembersFromALibrary() throws Exception {
        Environment environment = environment(reference("declared", "orders"));
        environment.open();
        new ClassAnnotations(environment, getClass().getClassLoader())
                .declareMembers(Index.of(Using.class), Index.of(Using.class, Base.class, Wrong.class));
        ResourceInjector injector = new ResourceInjector(environment);
        assertThat(injector.lookup(Base.class.getName() + "/inBase")).hasToString("orders 1");
        assertThat(source.asked).noneMatch(name -> name.startsWith(Wrong.class.getName()));
    }

    @Test
    void aMemberIsResolvedByItself() throws Exception {
        ResourceInjector injector = injector(environment());
        assertThat(injector.annotations()).contains(Unit.class);
        InjectedValue value =
                injector.resolve(Base.class.getDeclaredField("inBase")).orElseThrow();
        assertThat(value.get()).hasToString("orders 1");
        assertThat(value.get()).hasToString("orders 2");
        assertThat(injector.resolve(Base.class.getDeclaredMethod("setProperty", CharSequence.class)))
                .isPresent();
        assertThat(injector.resolve(Base.class.getDeclaredField("property"))).isEmpty();
    }

    @Test
    void aWrongOneNamesClassAndField() throws Exception {
        ResourceInjector injector = injector(environment());
        assertThatThrownBy(() -> injector.inject(new Wrong()))
                .hasMessageContainingAll("@Unit", "field 'field'", Wrong.class.getName(), "known: orders");
        assertThatThrownBy(() -> injector.inject(new OtherType()))
                .hasMessageContainingAll("field 'number'", OtherType.class.getName(), "java.lang.Integer");
    }

    @Test
    void aWrongReferenceAndANamelessClassFailTheDeployment() throws Exception {
        Environment environment = environment(reference("wrong", "odrers"));
        assertThatThrownBy(environment::open)
                .isInstanceOf(DeploymentException.class)
                .hasMessageContainingAll("web.xml:7:5", "persistence-unit-ref", "'wrong'", "odrers");
        assertThatThrownBy(() -> new ClassAnnotations(environment, getClass().getClassLoader())
                        .declare(Index.of(Nameless.class)))
                .hasMessageContainingAll("@Unit", Nameless.class.getName(), "has no name");
    }

    @Test
    void anAnnotationHasOneSource() {
        sources.add(source);
        assertThatThrownBy(() -> sources.add(new UnitSource())).isInstanceOf(IllegalStateException.class);
        sources.close();
        assertThatThrownBy(() -> sources.add(source)).hasMessageContaining("prepare");
    }
}
