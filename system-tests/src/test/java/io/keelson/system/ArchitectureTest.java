package io.keelson.system;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Holds the rules of docs/design/architecture.md over the whole reactor. */
class ArchitectureTest {
    private static final Map<String, List<String>> LIBRARY_HOMES = Map.ofEntries(
            Map.entry(
                    "io.netty..",
                    List.of(
                            "io.keelson.muxer..",
                            "io.keelson.net..",
                            "io.keelson.http..",
                            "io.keelson.remoting..",
                            "io.keelson.cache..",
                            "io.keelson.ee.amqp..",
                            "io.keelson.ee.stomp..")),
            Map.entry("org.jboss.marshalling..", List.of("io.keelson.remoting..")),
            Map.entry("jnr..", List.of("io.keelson.muxer..")),
            Map.entry(
                    "org.snakeyaml..",
                    List.of("io.keelson.kernel.config..", "io.keelson.security..", "io.keelson.admin..")),
            Map.entry("org.jboss.logmanager..", List.of("io.keelson.base.log..", "io.keelson.boot..")),
            Map.entry("picocli..", List.of("io.keelson.admin..", "io.keelson.boot..")),
            Map.entry("com.zaxxer..", List.of("io.keelson.resource.internal..")),
            Map.entry("org.jgroups..", List.of("io.keelson.cluster.internal..", "io.keelson.session.infinispan..")),
            Map.entry("io.microraft..", List.of("io.keelson.cluster.internal..")),
            Map.entry(
                    "org.infinispan..",
                    List.of(
                            "io.keelson.session.hotrod..",
                            "io.keelson.session.infinispan..",
                            "io.keelson.cache.infinispan..")),
            Map.entry("com.nimbusds..", List.of("io.keelson.admin.oidc..")),
            Map.entry("io.opentelemetry..", List.of("io.keelson.admin.otlp..", "io.keelson.ee.opentelemetry..")),
            Map.entry("org.snmp4j..", List.of("io.keelson.admin.snmp..")),
            Map.entry("com.unboundid..", List.of("io.keelson.security.ldap..")),
            Map.entry("org.hibernate..", List.of("io.keelson.ee.jpa..", "io.keelson.ee.validation..")),
            Map.entry("org.jboss.weld..", List.of("io.keelson.ee.cdi..")),
            Map.entry("org.jboss.resteasy..", List.of("io.keelson.ee.rest..")),
            Map.entry("com.sun.faces..", List.of("io.keelson.ee.faces..")),
            Map.entry("org.jberet..", List.of("io.keelson.ee.batch..")),
            Map.entry("org.apache.cxf..", List.of("io.keelson.ee.soap..")),
            Map.entry("com.sun.corba..", List.of("io.keelson.ee.iiop..")),
            Map.entry("io.smallrye.config..", List.of("io.keelson.ee.microprofile..")),
            Map.entry("io.smallrye.faulttolerance..", List.of("io.keelson.ee.microprofile..")),
            Map.entry("io.smallrye.jwt..", List.of("io.keelson.ee.microprofile..")),
            Map.entry("io.smallrye.health..", List.of("io.keelson.ee.microprofile..")),
            Map.entry("org.apache.qpid..", List.of("io.keelson.ee.amqp..")),
            Map.entry("org.omg..", List.of("io.keelson.ee.iiop..")),
            Map.entry("org.apache.jasper..", List.of("io.keelson.pages..")),
            Map.entry("org.apache.tomcat.jakartaee..", List.of("io.keelson.conversion..")));

    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        classes = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("-tests.jar"))
                .importPackages("io.keelson");
        assertThat(classes.size()).isGreaterThan(50);
    }

    @Test
    void everyClassLivesInARoom() {
        Set<String> homeless = new TreeSet<>();
        classes.forEach(c -> {
            if (room(c) == null) {
                homeless.add(c.getName());
            }
        });
        assertThat(homeless).isEmpty();
    }

    @Test
    void roomsKnowOnlyWhomTheyMay() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass from : classes) {
            Set<String> known = Rooms.known(room(from));
            from.getDirectDependenciesFromSelf().forEach(d -> {
                String to = room(d.getTargetClass());
                if (to != null && !known.contains(to)) {
                    wrong.add(d.getDescription());
                }
            });
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void bigLibrariesHaveOneHome() {
        LIBRARY_HOMES.forEach((library, homes) -> noClasses()
                .that(not(resideInAnyPackage(homes.toArray(String[]::new))))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .allowEmptyShould(true)
                .check(classes));
    }

    @Test
    void nettyStaysOutOfNetsPublicSignatures() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass c : classes) {
            if ("net".equals(room(c))
                    && !c.getPackageName().contains(".internal")
                    && c.getModifiers().contains(JavaModifier.PUBLIC)) {
                c.getMethods().stream()
                        .filter(m -> m.getModifiers().contains(JavaModifier.PUBLIC) && !overrides(m))
                        .filter(ArchitectureTest::showsNetty)
                        .forEach(m -> wrong.add(m.getFullName()));
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void internalPackagesAreForTheirOwnRoom() {
        List<String> wrong = new ArrayList<>();
        for (JavaClass from : classes) {
            from.getDirectDependenciesFromSelf().forEach(d -> {
                JavaClass to = d.getTargetClass();
                if (room(to) != null && to.getPackageName().contains(".internal") && !room(to).equals(room(from))) {
                    wrong.add(d.getDescription());
                }
            });
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void noCycleBetweenPackages() {
        slices().matching("io.keelson.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void timeAndThreadsComeFromBase() {
        DescribedPredicate<JavaMember> forbidden = describe("time, threads or the JVM's end by themselves", member -> {
            String owner = member.getOwner().getName();
            String name = member.getName();
            return owner.equals("java.lang.System")
                            && Set.of("nanoTime", "currentTimeMillis", "exit").contains(name)
                    || owner.equals("java.lang.Thread")
                            && Set.of("<init>", "sleep").contains(name)
                    || owner.equals("java.util.concurrent.Executors")
                    || owner.equals("java.io.ObjectInputStream") && name.equals("<init>");
        });
        noClasses()
                .that(not(resideInAnyPackage(
                        "io.keelson.base..", "io.keelson.kernel..", "io.keelson.boot..", "io.keelson.testkit..")))
                .should(new ArchCondition<JavaClass>("use " + forbidden.getDescription()) {
                    @Override
                    public void check(JavaClass item, ConditionEvents events) {
                        item.getAccessesFromSelf().stream()
                                .filter(a -> a.getTarget()
                                        .resolveMember()
                                        .filter(forbidden)
                                        .isPresent())
                                .forEach(a -> events.add(SimpleConditionEvent.satisfied(a, a.getDescription())));
                    }
                })
                .check(classes);
    }

    @Test
    void noMutableStatics() {
        fields().that()
                .areStatic()
                .and(describe(
                        "are written by us",
                        f -> !f.getOwner().getName().contains("$logger")
                                && !f.getModifiers().contains(JavaModifier.SYNTHETIC)))
                .should()
                .beFinal()
                .check(classes);
    }

    @Test
    void everyPackageExplainsItself() {
        Set<String> packages = new HashSet<>();
        Set<String> explained = new HashSet<>();
        for (JavaClass c : classes) {
            packages.add(c.getPackageName());
            if (c.getSimpleName().equals("package-info")) {
                explained.add(c.getPackageName());
            }
        }
        packages.removeAll(explained);
        assertThat(packages).isEmpty();
    }

    @Test
    void subsystemsAreNotPublic() {
        classes()
                .that()
                .implement("io.keelson.base.subsystem.Subsystem")
                .should()
                .notBePublic()
                .allowEmptyShould(true)
                .check(classes);
    }

    private static boolean showsNetty(JavaMethod m) {
        return m.getRawReturnType().getName().startsWith("io.netty.")
                || m.getRawParameterTypes().stream().anyMatch(p -> p.getName().startsWith("io.netty."));
    }

    /** Methods that a Netty base class declares cannot be hidden; they are not ours to sign. */
    private static boolean overrides(JavaMethod m) {
        return m.getOwner().getAllRawSuperclasses().stream()
                        .anyMatch(s -> s.getName().startsWith("io.netty."))
                || m.getOwner().getAllRawInterfaces().stream()
                        .anyMatch(s -> s.getName().startsWith("io.netty."));
    }

    private static DescribedPredicate<JavaClass> not(DescribedPredicate<JavaClass> predicate) {
        return DescribedPredicate.not(predicate);
    }

    private static String room(JavaClass c) {
        String name = c.getPackageName();
        return Rooms.PACKAGES.entrySet().stream()
                .filter(e -> e.getValue().stream().anyMatch(p -> name.equals(p) || name.startsWith(p + ".")))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
    }
}
