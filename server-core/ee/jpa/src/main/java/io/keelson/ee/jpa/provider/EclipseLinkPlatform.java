package io.keelson.ee.jpa.provider;

import static net.bytebuddy.matcher.ElementMatchers.named;

import io.keelson.kernel.loader.ApplicationClassLoader;
import jakarta.transaction.TransactionManager;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.dynamic.scaffold.subclass.ConstructorStrategy;
import net.bytebuddy.implementation.FixedValue;

/**
 * Gives an application's EclipseLink the server's transactions. EclipseLink knows a server by a class; this one is made from the
 * application's own copy and defined in its loader, so that the server needs none.
 */
final class EclipseLinkPlatform {
    /** The class's name, as the property {@code eclipselink.target-server} has it. */
    static final String NAME = "io.keelson.ee.jpa.provider.generated.EclipseLinkServer";

    private static final String BASE = "org.eclipse.persistence.platform.server.ServerPlatformBase";
    private static final String CONTROLLER = "org.eclipse.persistence.transaction.JTATransactionController";

    private EclipseLinkPlatform() {}

    /** Defines the class, where that has not been done, and sets the transaction manager. */
    static void define(ApplicationClassLoader loader, TransactionManager transactions)
            throws ReflectiveOperationException {
        Class<?> controller = loader.loadClass(CONTROLLER);
        controller
                .getMethod("setDefaultTransactionManager", TransactionManager.class)
                .invoke(null, transactions);
        if (OwnProvider.loaded(loader, NAME) == null) {
            loader.adopt(new ByteBuddy()
                    .subclass(loader.loadClass(BASE), ConstructorStrategy.Default.IMITATE_SUPER_CLASS_OPENING)
                    .name(NAME)
                    .method(named("getExternalTransactionControllerClass"))
                    .intercept(FixedValue.value(controller))
                    .make()
                    .getBytes());
        }
    }
}
