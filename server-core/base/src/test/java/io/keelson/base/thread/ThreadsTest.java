package io.keelson.base.thread;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.Test;

/** Threads that an application's code is the first to need do not keep its class loader. */
class ThreadsTest {
    /** Stands for an application that uses a service of the server. */
    public static final class Application implements Callable<Object> {
        private final Callable<Object> service;

        /** Made in a loader of its own. */
        public Application(Callable<Object> service) {
            this.service = service;
        }

        @Override
        public Object call() throws Exception {
            return service.call();
        }
    }

    /** Has an application call the service and forgets it. */
    private static WeakReference<ClassLoader> called(Callable<Object> service) throws Exception {
        String name = Application.class.getName();
        URL classes = Application.class.getProtectionDomain().getCodeSource().getLocation();
        ClassLoader parent = Threads.class.getClassLoader();
        try (URLClassLoader loader = new URLClassLoader(new URL[] {classes}, parent) {
            @Override
            protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
                if (!wanted.equals(name)) {
                    return super.loadClass(wanted, resolve);
                }
                Class<?> loaded = findLoadedClass(wanted);
                return loaded == null ? findClass(wanted) : loaded;
            }
        }) {
            Class<?> application = loader.loadClass(name);
            assertThat(application.getClassLoader()).isSameAs(loader);
            ((Callable<?>) application.getConstructor(Callable.class).newInstance(service)).call();
            return new WeakReference<>(loader);
        }
    }

    private static void goes(WeakReference<ClassLoader> loader) {
        await().untilAsserted(() -> {
            System.gc();
            assertThat(loader.get()).isNull();
        });
    }

    @Test
    void aSchedulerKeepsNoLoader() throws Exception {
        ScheduledExecutorService scheduler = Threads.scheduler("keelson-test-scheduler");
        try {
            goes(called(() -> scheduler.submit(() -> {}).get()));
        } finally {
            scheduler.shutdownNow();
        }
    }

    @Test
    void aDaemonKeepsNoLoader() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        try {
            goes(called(() -> {
                Threads.daemon("keelson-test-daemon", () -> {
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        })
                        .start();
                return "started";
            }));
        } finally {
            end.countDown();
        }
    }
}
