<%@ page contentType="text/plain; charset=UTF-8" %><%@ taglib prefix="c" uri="jakarta.tags.core" %>
<jsp:useBean id="basket" class="shop.Basket" scope="session" />
page items ${basket.items} <c:forEach begin="1" end="3" var="i">${i}</c:forEach> ${empty public}
