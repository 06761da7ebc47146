package io.keelson.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSessionEvent;
import jakarta.servlet.http.HttpSessionListener;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Applications that hang at their end: they are left behind, and everything else of them is ended. */
@Timeout(60)
class LastCallsFlowTest {
    private static final List<String> SEEN = new CopyOnWriteArrayList<>();
    private static final List<Thread> HANGING = new CopyOnWriteArrayList<>();
    private static volatile CountDownLatch gate = new CountDownLatch(1);

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        SEEN.clear();
        HANGING.clear();
        gate = new CountDownLatch(1);
    }

    public static final class Ends implements ServletContextListener, HttpSessionListener {
        @Override
        public void sessionDestroyed(HttpSessionEvent event) {
            SEEN.add("session");
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            SEEN.add("context " + Thread.currentThread().isInterrupted() + " "
                    + (Thread.currentThread().getContextClassLoader()
                            == event.getServletContext().getClassLoader()));
        }
    }

    /** Waits at its end for what never comes, and may be interrupted. */
    public static final class Waits extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            request.getSession();
        }

        @Override
        public void destroy() {
            SEEN.add("waits");
            try {
                gate.await();
            } catch (InterruptedException e) {
                SEEN.add("interrupted");
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Does not mind being interrupted. */
    public static final class Hangs extends HttpServlet {
        @Override
        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
            request.getSession();
        }

        @Override
        public void destroy() {
            SEEN.add("hangs");
            HANGING.add(Thread.currentThread());
            while (gate.getCount() > 0) {
                LockSupport.parkNanos(1_000_000);
            }
        }
    }

    private static String listener() {
        return "<listener><listener-class>" + Ends.class.getName() + "</listener-class></listener>";
    }

    private void deployUseAndUndeploy(Class<? extends HttpServlet> type) throws Exception {
        TestWeb web = new TestWeb(directory).deploy(listener() + TestWeb.servlet("ends", type, "/ends"));
        assertThat(web.get("/shop/ends").response().status()).isEqualTo(200);
        web.close();
    }

    @Test
    void whatWaitsIsInterruptedAndTheRestGoesOnWithoutTheInterrupt() throws Exception {
        deployUseAndUndeploy(Waits.class);
        assertThat(SEEN).containsExactly("waits", "interrupted", "session", "context false true");
    }

    @Test
    void whatCannotBeInterruptedIsLeftBehindAndTheRestIsEndedWithoutIt() throws Exception {
        try {
            deployUseAndUndeploy(Hangs.class);
            assertThat(SEEN).containsExactly("hangs", "session", "context false true");
            assertThat(HANGING).singleElement().matches(Thread::isAlive);
        } finally {
            gate.countDown();
        }
        await().until(() -> !HANGING.get(0).isAlive());
        assertThat(SEEN).as("nothing is called twice").containsExactly("hangs", "session", "context false true");
    }
}
