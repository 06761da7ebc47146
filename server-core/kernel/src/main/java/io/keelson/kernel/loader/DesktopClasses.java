package io.keelson.kernel.loader;

import java.security.AccessController;
import java.security.PrivilegedAction;
import javax.imageio.ImageIO;
import org.jboss.logging.Logger;

/**
 * The JDK's desktop classes keep the context class loader of whoever uses them first, and before Java 24 the protection domains
 * of the callers too, for as long as the JVM runs. So the server is the first: when an application asks for one of these
 * classes, and not sooner, as they take a moment.
 */
final class DesktopClasses {
    private static final Logger LOG = Logger.getLogger(DesktopClasses.class);

    private DesktopClasses() {}

    /** Returns whether a package has such classes. {@code java.beans}, of the same module, does without. */
    static boolean include(String packageName) {
        return packageName.startsWith("java.awt")
                || packageName.startsWith("javax.imageio")
                || packageName.startsWith("javax.swing")
                || packageName.startsWith("javax.print");
    }

    /** Returns when the server has used them. */
    static void usedByTheServerFirst() {
        if (!First.USE) {
            LOG.debug("the desktop classes of this JVM do not work");
        }
    }

    /** The JVM initialises this once. */
    private static final class First {
        static final boolean USE = privileged();

        /** Without the protection domains of who calls. */
        @SuppressWarnings("removal")
        private static boolean privileged() {
            return AccessController.doPrivileged((PrivilegedAction<Boolean>) First::use);
        }

        private static boolean use() {
            Thread self = Thread.currentThread();
            ClassLoader before = self.getContextClassLoader();
            self.setContextClassLoader(ClassLoader.getPlatformClassLoader());
            try {
                ImageIO.getUseCache();
                return true;
            } catch (LinkageError
                    | RuntimeException e) { // a JVM without its native libraries; the application will see
                LOG.debug("using the desktop classes", e);
                return false;
            } finally {
                self.setContextClassLoader(before);
            }
        }
    }
}
