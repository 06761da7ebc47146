package io.keelson.ejb.strict;

import jakarta.ejb.EJB;
import jakarta.ejb.EJBs;
import jakarta.servlet.http.HttpServlet;

/** Declares names for its subclass by the annotation that holds several. */
@EJBs({@EJB(name = "one", beanInterface = Till.class), @EJB(name = "other", beanInterface = Till.class)})
abstract class Named extends HttpServlet {
    private static final long serialVersionUID = 1L;
}
