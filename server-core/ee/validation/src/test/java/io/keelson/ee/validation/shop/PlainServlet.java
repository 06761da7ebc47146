package io.keelson.ee.validation.shop;

import jakarta.annotation.Resource;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.ValidatorFactory;
import java.io.IOException;
import java.lang.ref.WeakReference;

/** Validates without CDI. */
@WebServlet("/plain")
public class PlainServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Resource
    private transient ValidatorFactory factory;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String name = request.getParameter("remember");
        if (name != null) {
            System.getProperties().put(name, new WeakReference<>(getClass().getClassLoader()));
        }
        ClassLoader provider =
                factory.getConstraintValidatorFactory().getClass().getClassLoader();
        response.getWriter()
                .write(Violations.of(factory.getValidator().validate(new Plain(null, 1)))
                        + (provider == getClass().getClassLoader() ? " by its own" : " by the server's"));
    }
}
