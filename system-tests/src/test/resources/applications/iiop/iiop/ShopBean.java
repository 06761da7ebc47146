package iiop;

import jakarta.annotation.Resource;
import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.RemoteHome;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.rmi.RemoteException;

/** The bean. */
@Stateless
@RemoteHome(ShopHome.class)
public class ShopBean {
    @Resource
    private SessionContext context;

    public String hello(String name) {
        return "hello " + name;
    }

    public Item turn(Item item) {
        Item turned = new Item();
        turned.name = "turned";
        turned.next = item;
        return turned;
    }

    public Object echo(Object value) {
        return value;
    }

    public void buy(int how) throws SoldOut {
        if (how == 0) {
            throw new SoldOut("no more tea", 7);
        }
        throw new IllegalStateException("broken");
    }

    public Shop self() {
        return (Shop) context.getEJBObject();
    }

    public boolean same(Shop other) throws RemoteException {
        return other.isIdentical(context.getEJBObject());
    }

    public String who() {
        return context.getCallerPrincipal().getName() + " " + context.isCallerInRole("clerk");
    }

    @TransactionAttribute(TransactionAttributeType.REQUIRES_NEW)
    public String apart() {
        return "apart";
    }

    @RolesAllowed("clerk")
    public String secret() {
        return "the secret";
    }
}
