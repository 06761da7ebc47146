package io.keelson.servlet.webapp;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

/** Sends back what it reads: with GET parameter {@code async} without ever blocking, else by streams. */
@WebServlet(urlPatterns = "/echo", asyncSupported = true)
public final class EchoServlet extends HttpServlet {
    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response) throws IOException {
        if (request.getQueryString() == null) {
            request.getInputStream().transferTo(response.getOutputStream());
        } else {
            new Pump(request.startAsync(), request.getInputStream(), response.getOutputStream());
        }
    }

    private static final class Pump implements ReadListener, WriteListener {
        private final AsyncContext context;
        private final ServletInputStream in;
        private final ServletOutputStream out;
        private final byte[] buffer = new byte[4096];
        private boolean complete;

        Pump(AsyncContext context, ServletInputStream in, ServletOutputStream out) {
            this.context = context;
            this.in = in;
            this.out = out;
            context.setTimeout(20_000);
            in.setReadListener(this);
            out.setWriteListener(this);
        }

        private void pump() throws IOException {
            while (out.isReady() && in.isReady() && !in.isFinished()) {
                int n = in.read(buffer);
                if (n > 0) {
                    out.write(buffer, 0, n);
                }
            }
            if (in.isFinished() && !complete && out.isReady()) {
                complete = true;
                context.complete();
            }
        }

        @Override
        public void onDataAvailable() throws IOException {
            pump();
        }

        @Override
        public void onAllDataRead() throws IOException {
            pump();
        }

        @Override
        public void onWritePossible() throws IOException {
            pump();
        }

        @Override
        public void onError(Throwable failure) {
            context.complete();
        }
    }
}
