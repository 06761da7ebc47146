package io.keelson.ejb.home;

import jakarta.annotation.Resource;
import jakarta.ejb.EJB;
import jakarta.ejb.EJBContext;
import jakarta.ejb.Remote;
import jakarta.ejb.Stateless;
import java.net.URL;

/** A bean whose references are named by annotations and led by a descriptor of the server. */
@Stateless
@Remote(Asking.class)
public class AskingBean implements Asking {
    @EJB(name = "echo")
    private EchoHome echo;

    @Resource(name = "limit")
    private Integer limit;

    @Resource(name = "page")
    private URL page;

    @Resource
    private EJBContext context;

    @Override
    public String ask() throws Exception {
        return echo.create().echo("hello") + ", " + limit + " " + context.lookup("limit") + ", " + page + " "
                + context.lookup("page");
    }
}
