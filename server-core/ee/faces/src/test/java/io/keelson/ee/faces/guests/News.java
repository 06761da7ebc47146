package io.keelson.ee.faces.guests;

import jakarta.faces.push.Push;
import jakarta.faces.push.PushContext;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;

@WebServlet("/tell")
public class News extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Inject
    @Push(channel = "news")
    private PushContext push;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        System.getProperties()
                .put("keelson.test.loader", new java.lang.ref.WeakReference<>(News.class.getClassLoader()));
        response.getWriter().print(push.send("fresh").size());
    }
}
