package io.keelson.ee.microprofile.shop;

import jakarta.ejb.EJB;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;

/** Calls what fails. */
@WebServlet("/tolerance/*")
public class ToleranceServlet extends HttpServlet {
    @Inject
    Tolerant tolerant;

    @EJB
    TolerantSession session;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        try {
            response.getWriter().write(call(request.getPathInfo()));
        } catch (Exception e) {
            response.getWriter().write(e.getClass().getSimpleName());
        }
    }

    private String call(String path) throws Exception {
        return switch (path) {
            case "/retried" -> tolerant.retried();
            case "/slow" -> tolerant.slow();
            case "/broken" -> {
                tolerant.broken();
                yield "whole";
            }
            case "/calls" -> String.valueOf(tolerant.calls());
            case "/later" -> tolerant.later().toCompletableFuture().get();
            case "/session" -> session.failing();
            case "/bulkhead" -> bulkhead();
            default -> {
                System.getProperties()
                        .put(
                                "keelson.test.loader",
                                new WeakReference<>(getClass().getClassLoader()));
                yield "remembered";
            }
        };
    }

    private String bulkhead() throws Exception {
        CountDownLatch in = new CountDownLatch(1);
        CountDownLatch out = new CountDownLatch(1);
        CompletableFuture<String> first = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                first.complete(tolerant.one(in, out));
            } catch (Exception e) {
                first.completeExceptionally(e);
            }
        });
        thread.start();
        in.await();
        String second;
        try {
            second = tolerant.one(new CountDownLatch(1), new CountDownLatch(0));
        } catch (RuntimeException e) {
            second = e.getClass().getSimpleName();
        }
        out.countDown();
        thread.join();
        return first.get() + " " + second;
    }
}
