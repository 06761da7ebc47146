package io.keelson.ecperf.cmp;

import io.keelson.ecperf.model.OrderLine;
import jakarta.ejb.EJBLocalObject;

/** A row of o_orderline as other beans see it. */
public interface OrderLineRow extends EJBLocalObject, OrderLine {}
