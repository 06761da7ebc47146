package io.keelson.arquillian;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import java.sql.Connection;
import javax.sql.DataSource;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.ArquillianExtension;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A test within the server gets beans and resources of its application, with nothing but the adapter in its pom. */
@ExtendWith(ArquillianExtension.class)
class InjectedTestIT {
    @Inject
    private Unit unit;

    @EJB
    private Adder adder;

    @Resource(lookup = "java:comp/DefaultDataSource")
    private DataSource database;

    @Deployment
    static WebArchive application() {
        return ShrinkWrap.create(WebArchive.class, "injected.war")
                .addClasses(Unit.class, Adder.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml");
    }

    @Test
    void beansAreInjected() {
        assertEquals(" apples", unit.name());
        assertEquals("5 apples", adder.sum(2, 3));
    }

    @Test
    void resourcesAreInjected() throws Exception {
        assertNotNull(database);
        try (Connection connection = database.getConnection()) {
            assertEquals("H2", connection.getMetaData().getDatabaseProductName());
        }
    }
}
