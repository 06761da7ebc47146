package io.keelson.ejb.pool;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBException;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import javax.naming.NamingException;

/** Calls the bean. */
@WebServlet("/*")
public class PoolServlet extends HttpServlet {
    @EJB
    private PooledBean bean;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
            throws ServletException, IOException {
        try {
            response.getWriter().print("/overdue".equals(request.getPathInfo()) ? bean.overdue() : bean.call());
        } catch (EJBException e) {
            response.getWriter().print(e.getClass().getSimpleName());
        } catch (NamingException e) {
            throw new ServletException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServletException(e);
        }
    }
}
