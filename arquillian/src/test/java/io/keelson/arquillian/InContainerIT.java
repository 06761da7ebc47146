package io.keelson.arquillian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import jakarta.servlet.ServletContext;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test that runs within the server, as a part of its application. */
@ExtendWith(ArquillianExtension.class)
class InContainerIT {
    @ArquillianResource
    ServletContext context;

    @Deployment
    static WebArchive application() {
        return ShrinkWrap.create(WebArchive.class, "inside.war").addClass(Greeting.class);
    }

    @Test
    void testRunsInItsApplication() {
        assertEquals("/inside", context.getContextPath());
        assertNotNull(context.getServletRegistration(Greeting.class.getName()));
        assertEquals(context.getClassLoader(), Thread.currentThread().getContextClassLoader());
    }

    @Test
    void adapterStaysOutside() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("io.keelson.arquillian.KeelsonContainer"));
    }
}
