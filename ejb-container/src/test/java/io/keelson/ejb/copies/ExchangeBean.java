package io.keelson.ejb.copies;

import jakarta.annotation.Resource;
import jakarta.ejb.SessionContext;
import jakarta.ejb.Stateless;
import java.util.List;

/** Answers with objects of its own classes. */
@Stateless
public class ExchangeBean implements Exchange.Far, Exchange.Near {
    @Resource
    private SessionContext context;

    @Override
    public Parcel swap(Parcel parcel, List<Parcel> others) throws Refused {
        if (parcel.text.equals("refuse")) {
            throw new Refused("as asked");
        }
        if (parcel.text.equals("fail")) {
            throw new IllegalStateException("as asked");
        }
        return new Parcel(parcel.text + others.get(0).text + (parcel == others.get(0)));
    }

    @Override
    public Exchange self() {
        return (Exchange) context.getBusinessObject(context.getInvokedBusinessInterface());
    }

    @Override
    public boolean own(Exchange reference) {
        return reference.equals(self());
    }

    @Override
    public String take(Object anything) {
        return anything.getClass().getName();
    }
}
