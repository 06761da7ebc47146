package io.keelson.deploy.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.keelson.deploy.spi.DeploymentException;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

final class FailuresTest {
    private static String told(Throwable thrown) {
        return Failures.explain("the start by 'web'", thrown).getMessage();
    }

    @Test
    void namesAMissingClassAndWhatItMeans() {
        assertThat(told(new NoClassDefFoundError("org/eclipse/jetty/server/Server")))
                .contains("org.eclipse.jetty.server.Server is missing", "inside Jetty");
        assertThat(told(new IllegalStateException("x", new ClassNotFoundException("org.springframework.Bean"))))
                .contains("org.springframework.Bean is missing", "WEB-INF/lib");
        assertThat(told(new NoClassDefFoundError("javax/servlet/Filter"))).contains("javax.*", "Jakarta EE");
        assertThat(told(new NoClassDefFoundError("Ljavax/servlet/Filter;"))).contains("class javax.servlet.Filter is");
        assertThat(told(new NoClassDefFoundError("org/Foo (wrong name: org/Bar)")))
                .contains("class org.Foo is");
    }

    @Test
    void looksForTheFirstCauseOfAMissingClass() {
        NoClassDefFoundError error = new NoClassDefFoundError("a/Uses");
        error.initCause(new ClassNotFoundException("b.Needed"));
        assertThat(told(new ExceptionInInitializerError(error))).contains("class b.Needed is missing");
    }

    @Test
    void doesNotTakeAFailedInitialiserForAMissingClass() {
        assertThat(told(new NoClassDefFoundError("Could not initialize class a.B")))
                .doesNotContain("is missing");
    }

    @Test
    void keepsWhatAContributorSaysAndAddsTheMissingClass() {
        DeploymentException plain = new DeploymentException("web.xml:12: no servlet-class");
        assertThat(Failures.explain("x", plain)).isSameAs(plain);
        DeploymentException caused =
                new DeploymentException("web.xml:12: listener a.L cannot be made", new ClassNotFoundException("a.L2"));
        assertThat(told(caused)).contains("web.xml:12", "class a.L2 is missing");
    }

    @Test
    void saysTheMissingClassOnce() {
        ClassNotFoundException missing = new ClassNotFoundException("a.L");
        DeploymentException caused =
                new DeploymentException("the listener a.L (WEB-INF/web.xml:1:78) failed: " + missing, missing);
        assertThat(told(caused))
                .startsWith("the listener a.L (WEB-INF/web.xml:1:78) failed: the class a.L is missing: neither");
    }

    @Test
    void namesTheRootCauseAndItsPlace() {
        assertThat(told(new IllegalStateException("outer", new ArithmeticException("/ by zero"))))
                .contains("the start by 'web' failed", "java.lang.ArithmeticException: / by zero", "FailuresTest");
    }

    @Test
    void saysHowToOpenThePackageOfTheJdkThatAnOldLibraryReachesInto() throws Exception {
        Field inside = ArrayList.class.getDeclaredField("elementData");
        Throwable closed = catchThrowable(() -> inside.setAccessible(true));
        assertThat(closed).isInstanceOf(InaccessibleObjectException.class);
        String option = "--add-opens=java.base/java.util=ALL-UNNAMED in JAVA_OPTS";
        assertThat(told(new ExceptionInInitializerError(closed))).contains("reaches into java.util of the JDK", option);
        IllegalStateException bean = new IllegalStateException("no bean", closed);
        assertThat(told(new DeploymentException("the listener a.L failed: " + bean, bean)))
                .startsWith("the listener a.L failed: one of its libraries reaches into java.util")
                .contains(option);
    }

    @Test
    void namesAClassForANewerJava() {
        assertThat(told(new UnsupportedClassVersionError("a/B has been compiled by a more recent version")))
                .contains("newer Java", "a/B");
    }

    @Test
    void tellsTheCauseFirstAndThenWhatFailedOnTheWayBack() {
        DeploymentException refused = new DeploymentException("the listener a.L failed: no database");
        refused.addSuppressed(new DeploymentException("the listener a.L then failed at its end: null"));
        refused.addSuppressed(new IllegalStateException("of no interest"));
        assertThat(Failures.reason(refused))
                .isEqualTo("the listener a.L failed: no database; the listener a.L then failed at its end: null");
        assertThat(Failures.reason(new DeploymentException("explained", refused)))
                .isEqualTo("explained; the listener a.L then failed at its end: null");
    }
}
